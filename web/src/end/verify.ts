/** Checking a finished game: its deal in this browser, by what this device kept, and every action by the server. */

import { t } from "$lib/messages";
import type { EditionInfo } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import { check } from "../deal/check";
import { receiptOf } from "$lib/receipt";

export interface Line {
  /** null: nothing that can be right or wrong, but should be known. */
  ok: boolean | null;
  text: string;
}

/** What the server says when it replays the record. */
async function replayed(record: string): Promise<Line> {
  const response = await fetch("/api/verify", {
    method: "POST",
    headers: { "Content-Type": "text/plain; charset=utf-8", "Accept-Language": settings.language },
    body: record,
    credentials: "same-origin",
  });
  const told = (await response.json().catch(() => null)) as {
    ok?: boolean;
    fault?: string | null;
    message?: string;
  } | null;
  if (response.ok && told?.ok) return { ok: true, text: t("check.server") };
  return { ok: false, text: told?.fault || told?.message || t("end.not_verified") };
}

/** What this browser finds. */
function dealt(table: string, record: string, edition: EditionInfo): Line[] {
  const found = check(record, edition, receiptOf(table));
  if (found.fault) return [{ ok: false, text: t(`check.fault_${found.fault}`) }];
  if (found.scheme !== "committed") return [{ ok: null, text: t(`check.${found.scheme}`) }];
  const { cards, tickets } = found;
  return [
    { ok: true, text: t("check.words") },
    found.receipt ? { ok: true, text: t("check.own") } : { ok: null, text: t("check.no_receipt") },
    { ok: true, text: t("check.dealt", { cards, tickets }) },
    { ok: true, text: t(found.all ? "check.all" : "check.until_shuffled") },
  ];
}

export async function verify(table: string, record: string, edition: EditionInfo): Promise<Line[]> {
  return [...dealt(table, record, edition), await replayed(record), { ok: null, text: t("check.limits") }];
}
