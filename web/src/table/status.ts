/** Whose turn it is and what is to be done, in one line. */

import { list, t } from "$lib/messages";
import type { Layout } from "./layout";
import type { Session } from "../play/session.svelte";

/** What of the page the line depends on. */
export interface Around {
  layout: Layout;
  /** Who the screen is to be handed to. */
  next: number | null;
  /** Whether a bot that should have answered is still getting ready. */
  starting: boolean;
  /** Whether a bot plays for this seat. */
  standIn: boolean;
}

export function statusOf(session: Session, { layout, next, starting, standIn }: Around): string {
  const { table, view } = session;
  const brief = layout !== "wide";
  if (view.outcome !== null) return t("status.over");
  if (session.waits) return t("tunnel.turning");
  if (standIn && session.mine) return t("stand_in.playing");
  if (next !== null && !session.covered) return t("status.hand_over", { who: session.name(next) });
  if (!session.mine) {
    const who = session.name(table.moving ?? 0);
    if (starting) return t("who.starting");
    if (table.choosing.length > 0) return othersChoose(session, layout);
    if (table.spectator && !brief) return t("status.watching", { who });
    return t(brief ? "status.brief_other" : "status.other", { who });
  }
  switch (view.phase) {
    case "setup":
    case "keep_tickets":
      return t(brief ? "status.brief_keep" : "status.keep");
    case "second_card":
      return t(brief ? "status.brief_second" : "status.second");
    case "tunnel":
      return t(brief ? "status.brief_tunnel" : "status.tunnel");
    default:
      if (session.legal.pass) return t(brief ? "status.brief_pass" : "status.pass");
      if (session.placing) return t(brief ? "status.brief_station" : "status.station");
      return t(brief ? "status.brief_mine" : "status.mine");
  }
}

function othersChoose({ table, name }: Session, layout: Layout): string {
  const n = table.choosing.length;
  const who = list(table.choosing.map(name));
  if (layout === "low" || layout === "tall") return t("status.brief_choose", { n, who });
  return n > 2 ? t("status.many_choose", { n }) : t("status.others_choose", { who });
}
