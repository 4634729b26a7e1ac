import type { Edition } from "$lib/edition";
import { t } from "$lib/messages";
import { colourName, linkName } from "$lib/words";

/** What the board says of its routes and places to those who listen, or point. */
export function boardLabels(edition: Edition) {
  return {
    board: t("board.label", { edition: edition.title }),
    which: t("board.which"),
    route: (id: string) => {
      const route = edition.route(id);
      return [
        linkName(edition, id),
        colourName(route.colour),
        t("count.cards", { n: route.cards }),
        ...(route.tunnel ? [t("route.tunnel")] : []),
        ...(route.ferry ? [t("route.ferry")] : []),
        ...(edition.info.points ? [t("count.points", { n: route.points })] : []),
      ].join(", ");
    },
    city: (id: string) => t("station.at", { city: edition.cityName(id) }),
  };
}
