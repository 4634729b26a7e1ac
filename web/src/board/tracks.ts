/**
 * The printed tracks as SVG: beds, water under ferries, rims of tunnels, spaces with their symbols.
 *
 * As text, because they are most of what a board draws and never change: the browser reads text many times faster than a
 * component makes as many elements. What looks alike on all tracks and lies on nothing else is one path.
 */

import { COLOUR_NAMES, look } from "../cards/symbols";
import { pathOf, roundedBox, type Geometry, type Point, type Space, type Track } from "./geometry";

const INK = "#3b2412";
const PAPER = "#f6ecd6";

export function tracksOf(geometry: Geometry, tracks: readonly Track[] = geometry.tracks): string {
  return `<g fill="none">${beds(geometry, tracks)}</g>${tracks.map((track) => spaces(geometry, track)).join("")}${gleam(geometry, tracks)}`;
}

/** Under the spaces: rails and sleepers, water, the lines of metros. */
function beds({ unit: u, line }: Geometry, tracks: readonly Track[]): string {
  const stroke = (d: string, colour: string, width: number, rest = "") =>
    d && `<path d="${d}" stroke="${colour}" stroke-width="${width}" ${rest}/>`;
  const wet = tracks
    .filter((track) => !track.line && track.ferry)
    .map(({ path }) => pathOf(path))
    .map(
      (d) =>
        stroke(d, "#8fb6be", 26 * u, 'stroke-opacity=".55" stroke-linecap="round"') +
        stroke(d, "#e9f4f2", 2 * u, `stroke-opacity=".8" stroke-dasharray="${5 * u} ${4 * u}"`),
    );
  const metros = tracks
    .filter((track) => track.line)
    .map(({ path, colour }) => {
      const d = pathOf(path);
      return (
        stroke(d, INK, line + 2.2 * u, 'stroke-linecap="round"') +
        stroke(d, colour === "gray" ? "#a39c90" : look(colour).fill, line, 'stroke-linecap="round"') +
        stroke(d, "#fff", 1.4 * u, `stroke-opacity=".5" stroke-dasharray="${5 * u} ${5 * u}"`)
      );
    });
  const rails = tracks
    .filter((track) => !track.line && !track.ferry)
    .map(({ path }) => pathOf(path))
    .join("");
  return (
    wet.join("") +
    stroke(rails, "#5d4a33", 8 * u, `stroke-opacity=".5" stroke-dasharray="${1.7 * u} ${4 * u}"`) +
    stroke(rails, "#5d4a33", 3.6 * u, 'stroke-opacity=".75"') +
    stroke(rails, PAPER, 1.6 * u) +
    metros.join("")
  );
}

function fill(track: Track): string {
  if (track.ferry) return "url(#swell)";
  if (track.colour === "gray") return "url(#ballast)";
  return `url(#c-${COLOUR_NAMES.includes(track.colour) ? track.colour : "gray"})`;
}

function spaces(geometry: Geometry, track: Track): string {
  const { unit: u } = geometry;
  const rim = geometry.rim / u;
  const inside = track.spaces.map((space) => {
    const [w, h] = [space.width / u, space.height / u];
    const tunnel = track.tunnel
      ? `<path d="${roundedBox(w + 2 * rim, h + 2 * rim, 3.4)}" fill="#4b3826"/>` +
        `<path d="${roundedBox(w + rim, h + rim, 2.6)}" fill="none" stroke="#d9c49a" stroke-width="${rim * 0.72}" stroke-dasharray="4.2 1.5"/>`
      : "";
    return (
      `<g transform="translate(${space.x} ${space.y}) rotate(${space.angle}) scale(${u})">` +
      `${tunnel}<path d="${roundedBox(w, h, 2.4)}" fill="${fill(track)}" stroke="${INK}"/>` +
      `${bears(track, space) ? `<path d="${roundedBox(w - 2.6, h - 2.6, 1.6)}" ${GLEAM} stroke-width=".9"/>` : ""}` +
      `${sign(track, space)}</g>`
    );
  });
  return `<g data-track="${track.id}">${inside.join("")}</g>`;
}

/** Whether a disc lies on the space, over its gleam. */
const bears = (track: Track, space: Space) => space.locomotive || space.cart || track.line;

/** The symbol of the colour, and what else a space says. */
function sign(track: Track, space: Space): string {
  const paint = look(track.colour);
  const upright = `rotate(${-space.angle})`;
  const mark = (x: number) =>
    `<path d="${paint.path}" fill="${paint.ink}" transform="translate(${x} 0) ${upright} scale(.4)"/>`;
  const disc = (x: number, r: number) =>
    `<circle cx="${x}" r="${r}" fill="${PAPER}" stroke="${INK}" stroke-width=".9"/>`;
  const drawn = (symbol: string, ink: string, x: number, scale: number) =>
    `<use href="#s-${symbol}" fill="${ink}" transform="translate(${x} 0) ${upright} scale(${scale})"/>`;
  if (space.locomotive) return disc(0, 7.2) + drawn("locomotive", INK, 0, 0.44);
  if (space.cart) return mark(-9) + disc(9, 7) + drawn("cart", INK, 9, 0.42);
  if (track.line)
    return `${mark(-11)}${disc(11, 7.2)}<text class="price" transform="translate(11 0) ${upright}" y="3.9">${track.cards}</text>`;
  if (track.ferry) return drawn("waves", "#fff", 0, 0.36);
  return mark(0);
}

const GLEAM = 'fill="none" stroke="#fff" stroke-opacity=".38"';

/** The light on the edges of all spaces, but those with a disc. */
function gleam({ unit: u }: Geometry, tracks: readonly Track[]): string {
  const d = tracks
    .flatMap((track) => track.spaces.filter((space) => !bears(track, space)))
    .map((space) => turnedBox(space, space.width - 2.6 * u, space.height - 2.6 * u, 1.6 * u))
    .join("");
  return d && `<path d="${d}" ${GLEAM} stroke-width="${0.9 * u}"/>`;
}

/** A rounded box on a spot, turned. */
function turnedBox(at: { x: number; y: number; angle: number }, width: number, height: number, r: number) {
  const turn = (at.angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const brief = (value: number) => Math.round(value * 100) / 100;
  const spot = ([x, y]: Point) => `${brief(at.x + x * cos - y * sin)} ${brief(at.y + x * sin + y * cos)}`;
  const [w, h] = [width / 2, height / 2];
  const bend = (to: Point) => `A${r} ${r} 0 0 1 ${spot(to)}`;
  return (
    `M${spot([-w + r, -h])}L${spot([w - r, -h])}${bend([w, -h + r])}L${spot([w, h - r])}${bend([w - r, h])}` +
    `L${spot([-w + r, h])}${bend([-w, h - r])}L${spot([-w, -h + r])}${bend([-w + r, -h])}Z`
  );
}
