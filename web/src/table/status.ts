/** Whose turn it is and what is to be done, in one line. */

import { list, t } from "$lib/messages";
import type { Layout } from "./layout";
import type { Sitting } from "../play/sitting.svelte";

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

export function statusOf(sitting: Sitting, { layout, next, starting, standIn }: Around): string {
  const { table, view } = sitting;
  const brief = layout !== "wide";
  if (view.outcome !== null) return t("status.over");
  if (sitting.waits) return t("tunnel.turning");
  if (standIn && sitting.mine) return t("stand_in.playing");
  if (next !== null && !sitting.covered) return t("status.hand_over", { who: sitting.name(next) });
  if (!sitting.mine) {
    const who = sitting.name(table.moving ?? 0);
    if (starting) return t("who.starting");
    if (table.choosing.length > 0) return othersChoose(sitting, layout);
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
      if (sitting.legal.pass) return t(brief ? "status.brief_pass" : "status.pass");
      if (sitting.placing) return t(brief ? "status.brief_station" : "status.station");
      return t(brief ? "status.brief_mine" : "status.mine");
  }
}

function othersChoose({ table, name }: Sitting, layout: Layout): string {
  const n = table.choosing.length;
  const who = list(table.choosing.map(name));
  if (layout === "low" || layout === "tall") return t("status.brief_choose", { n, who });
  return n > 2 ? t("status.many_choose", { n }) : t("status.others_choose", { who });
}
