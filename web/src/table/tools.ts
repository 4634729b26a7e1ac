/** The buttons at a table, as things stand: what can be done besides cards and board, and on phones what slides in. */

import { capital, t } from "$lib/messages";
import { ticketWord } from "$lib/words";
import type { AnySession } from "../play/session.svelte";
import type { Overlay } from "./overlay";
import type { Tool } from "./tool";

export interface Around {
  /** Whether tickets are drawn by a button of their own; phones have it among the piles. */
  tickets: boolean;
  mayHint: boolean;
  open: (overlay: Overlay) => void;
}

/** What the seat can do. */
export function toolsOf(session: AnySession, { tickets, mayHint, open }: Around): Tool[] {
  const { legal, edition } = session;
  const { pass } = legal;
  const all: Tool[] = [];
  if (session.mayUndo)
    all.push({ name: "undo", icon: "undo", label: t("table.undo"), run: () => void session.undo() });
  if (pass)
    all.push({
      name: "pass",
      icon: "right",
      label: t("act.pass"),
      brass: true,
      action: pass,
      run: () => void session.act(pass),
    });
  if (legal.stations.size > 0)
    all.push({
      name: "station",
      icon: "station",
      label: t("table.station"),
      pressed: session.placing,
      run: () => session.togglePlacing(),
    });
  if (tickets && (legal.drawTickets ?? legal.swapTickets)) {
    const ours = ticketWord(edition);
    all.push({
      name: "tickets",
      icon: "ticket",
      label: capital(legal.swapTickets ? t("table.swap", { tickets: ours }) : ours),
      run: () => open({ kind: "draw" }),
    });
  }
  if (mayHint)
    all.push({
      name: "hint",
      icon: "bulb",
      label: t("table.hint"),
      pressed: session.hint !== null,
      run: () => void session.askHint(),
    });
  return all;
}

export interface Unseen {
  /** Entries that were not shown yet. */
  news: number;
  /** Lines of the chat that were not read. */
  unread: number;
  open: (overlay: Overlay) => void;
  openNews: () => void;
}

/** What phones show in a sheet. */
export function sheetsOf(session: AnySession, { news, unread, open, openNews }: Unseen): Tool[] {
  const all: Tool[] = [];
  if (news > 0)
    all.push({ name: "since", icon: "again", label: t("table.news"), count: news, run: openNews });
  if (session.me !== null)
    all.push({
      name: "mine",
      icon: "ticket",
      label: capital(ticketWord(session.edition)),
      pressed: session.pinned?.kind === "ticket",
      run: () => open({ kind: "tickets" }),
    });
  all.push({ name: "log", icon: "log", label: t("table.log"), run: () => open({ kind: "log" }) });
  all.push({
    name: "chat",
    icon: "chat",
    label: t("table.chat"),
    count: unread,
    run: () => open({ kind: "chat" }),
  });
  return all;
}
