/** Where the keyboard can go on the board: whatever is legal. */

import { pathOf, type Geometry, type Place } from "./geometry";
import type { Target } from "./targets";

export interface Stop {
  target: Target;
  x: number;
  y: number;
  /** Its outline, as an SVG path. */
  shape: string;
}

export function stopsOf(
  geometry: Geometry,
  routes: ReadonlySet<string>,
  cities: ReadonlySet<string>,
): Stop[] {
  const ofRoutes = geometry.tracks
    .filter((track) => routes.has(track.id))
    .map((track): Stop => ({
      target: { kind: "route", id: track.id },
      x: track.middle[0],
      y: track.middle[1],
      shape: pathOf(track.hit, true),
    }));
  const ofCities = geometry.places
    .filter((place) => cities.has(place.id))
    .map((place): Stop => ({
      target: { kind: "city", id: place.id },
      x: place.x,
      y: place.y,
      shape: ring(place, geometry.radius + 7 * geometry.unit),
    }));
  return [...ofRoutes, ...ofCities];
}

function ring({ x, y }: Place, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;
}
