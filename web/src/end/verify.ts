/** Checking a record: the server replays the deal from the revealed key and compares it with what was promised. */

import { t } from "$lib/messages";
import { settings } from "$lib/settings.svelte";

export interface Verdict {
  ok: boolean;
  text: string;
}

export async function verify(record: string): Promise<Verdict> {
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
  if (response.ok && told?.ok) return { ok: true, text: t("end.verified") };
  return { ok: false, text: told?.fault || told?.message || t("end.not_verified") };
}
