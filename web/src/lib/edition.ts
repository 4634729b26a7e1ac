/** An edition with its places, routes and tickets by id; fetched once a visit. */

import * as api from "./api";
import { own, t } from "./messages";
import type { CityInfo, EditionInfo, RouteInfo, TicketInfo } from "./protocol";

export class Edition {
  readonly cities: ReadonlyMap<string, CityInfo>;
  readonly routes: ReadonlyMap<string, RouteInfo>;
  readonly tickets: ReadonlyMap<string, TicketInfo>;

  constructor(readonly info: EditionInfo) {
    this.cities = new Map(info.cities.map((one) => [one.id, one]));
    this.routes = new Map(info.routes.map((one) => [one.id, one]));
    this.tickets = new Map(info.tickets.map((one) => [one.id, one]));
  }

  get id(): string {
    return this.info.id;
  }
  /** In the reader's language; an earlier version of its rules, which may have another board, is named as such. */
  get title(): string {
    const title = own(this.info.title);
    return this.info.newest ? title : t("edition.earlier", { title, n: this.info.rules });
  }
  city(id: string): CityInfo {
    return need(this.cities, id);
  }
  route(id: string): RouteInfo {
    return need(this.routes, id);
  }
  /** The other tracks between the same two places. */
  beside(id: string): RouteInfo[] {
    const { a, b } = this.route(id);
    return this.info.routes.filter((one) => one.id !== id && one.a === a && one.b === b);
  }
  ticket(id: string): TicketInfo {
    return need(this.tickets, id);
  }
  /** A place by the name that stands on the board: the one name for it everywhere. */
  cityName(id: string): string {
    const city = this.city(id);
    return this.info.translated ? own(city.names) || city.name : city.name;
  }
  /** The same, with the reader's own name for it in brackets where that is another word: for lists and choices. */
  cityNames(id: string): string {
    const shown = this.cityName(id);
    const known = own(this.city(id).names);
    return known && bare(known) !== bare(shown) ? t("city.known_as", { city: shown, known }) : shown;
  }
}

/** A name without accents and case: "Cadiz" tells a reader of "Cádiz" enough. */
function bare(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function need<T>(all: ReadonlyMap<string, T>, id: string): T {
  const found = all.get(id);
  if (!found) throw new Error(`not in this edition: ${id}`);
  return found;
}

const known = new Map<string, Promise<Edition>>();

/** An edition in the version of its rules that a table or a record names; the newest if none is named. */
export function loadEdition(id: string, rules?: number, key?: string | null): Promise<Edition> {
  const named = `${id}@${rules ?? ""} ${key ?? ""}`;
  let loading = known.get(named);
  if (!loading) {
    loading = api.edition(id, rules, key).then((info) => new Edition(info));
    loading.catch(() => known.delete(named));
    known.set(named, loading);
  }
  return loading;
}
