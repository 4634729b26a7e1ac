/** An edition with its places, routes and tickets by id; fetched once a visit. */

import * as api from "./api";
import { own } from "./messages";
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
  /** Whether tickets win, not points (First Journey). */
  get race(): boolean {
    return this.info.goal !== null;
  }
  city(id: string): CityInfo {
    return need(this.cities, id);
  }
  route(id: string): RouteInfo {
    return need(this.routes, id);
  }
  ticket(id: string): TicketInfo {
    return need(this.tickets, id);
  }
  /** A place in the reader's language; the printed name is `city(id).name`. */
  cityName(id: string): string {
    const city = this.city(id);
    return own(city.names) || city.name;
  }
}

function need<T>(all: ReadonlyMap<string, T>, id: string): T {
  const found = all.get(id);
  if (!found) throw new Error(`not in this edition: ${id}`);
  return found;
}

const known = new Map<string, Promise<Edition>>();

export function loadEdition(id: string): Promise<Edition> {
  let loading = known.get(id);
  if (!loading) {
    loading = api.edition(id).then((info) => new Edition(info));
    loading.catch(() => known.delete(id));
    known.set(id, loading);
  }
  return loading;
}
