/**
 * The printed tracks as SVG: beds, water under ferries, rims of tunnels, spaces with their symbols. What they look like is
 * told once, by perron.board.tracks, for the page and for pictures.
 *
 * As text, because they are most of what a board draws and never change: the browser reads text many times faster than a
 * component makes as many elements. What looks alike on all tracks and lies on nothing else is one path.
 */

import { COLOUR_NAMES, look, TRACKS, type Stroke } from "../cards/symbols";
import { pathOf, roundedBox, type Geometry, type Point, type Space, type Track } from "./geometry";

const { ink: INK, paper: PAPER, beds: BEDS, space: SPACE, marks: MARKS } = TRACKS;

export function tracksOf(geometry: Geometry, tracks: readonly Track[] = geometry.tracks): string {
  return `<g fill="none">${beds(geometry, tracks)}</g>${tracks.map((track) => spaces(geometry, track)).join("")}${gleam(geometry, tracks)}`;
}

/** How wide a band has to be to cover a track, rims included. */
export function bandOf({ unit }: Geometry, track: Track): number {
  return (track.tunnel ? 30 : 25) * unit;
}

/** Under the spaces: water, rails and sleepers, the lines of metros. */
function beds(geometry: Geometry, tracks: readonly Track[]): string {
  const along = (strokes: readonly Stroke[], track: Track) =>
    strokes.map((stroke) => drawn(geometry, stroke, pathOf(track.path), track)).join("");
  const wet = tracks.filter((track) => !track.line && track.ferry);
  const metros = tracks.filter((track) => track.line);
  const rails = tracks
    .filter((track) => !track.line && !track.ferry)
    .map(({ path }) => pathOf(path))
    .join("");
  return (
    wet.map((track) => along(BEDS.ferry, track)).join("") +
    BEDS.rail.map((stroke) => drawn(geometry, stroke, rails)).join("") +
    metros.map((track) => along(BEDS.line, track)).join("")
  );
}

/** One line along a path. */
function drawn({ unit: u, line }: Geometry, stroke: Stroke, d: string, track?: Track): string {
  if (!d) return "";
  const colour = stroke.colour === "route" && track ? look(track.colour).fill : stroke.colour;
  const width = stroke.width * u + (stroke.on_line ? line : 0);
  const more = [
    stroke.opacity < 1 ? `stroke-opacity="${stroke.opacity}"` : "",
    stroke.dash.length > 0 ? `stroke-dasharray="${stroke.dash.map((part) => part * u).join(" ")}"` : "",
    stroke.is_round ? 'stroke-linecap="round"' : "",
  ];
  return `<path d="${d}" stroke="${colour}" stroke-width="${width}" ${more.join(" ")}/>`;
}

function fill(track: Track): string {
  if (track.ferry) return "url(#swell)";
  if (track.colour === "gray") return "url(#ballast)";
  return `url(#c-${COLOUR_NAMES.includes(track.colour) ? track.colour : "gray"})`;
}

function spaces(geometry: Geometry, track: Track): string {
  const { unit: u } = geometry;
  const inside = track.spaces.map((space) => {
    const [w, h] = [space.width / u, space.height / u];
    return (
      `<g transform="translate(${space.x} ${space.y}) rotate(${space.angle}) scale(${u})">` +
      `${track.tunnel ? rim(w, h, geometry.rim / u) : ""}` +
      `<path d="${roundedBox(w, h, SPACE.radius)}" fill="${fill(track)}" stroke="${INK}"/>` +
      `${bears(track, space) ? `<path d="${roundedBox(w - INSET, h - INSET, SPACE.gleam.radius)}" ${GLEAM} stroke-width="${SPACE.gleam.width}"/>` : ""}` +
      `${sign(track, space)}</g>`
    );
  });
  return `<g data-track="${track.id}">${inside.join("")}</g>`;
}

/** The rim of a tunnel around a space. */
function rim(w: number, h: number, wide: number): string {
  const { fill, radius, colour, inner, part, dash } = SPACE.tunnel;
  return (
    `<path d="${roundedBox(w + 2 * wide, h + 2 * wide, radius)}" fill="${fill}"/>` +
    `<path d="${roundedBox(w + wide, h + wide, inner)}" fill="none" stroke="${colour}" stroke-width="${wide * part}" stroke-dasharray="${dash.join(" ")}"/>`
  );
}

/** Whether a disc lies on the space, over its gleam. */
const bears = (track: Track, space: Space) => space.locomotive || space.cart || track.line;

/** The symbol of the colour, and what else a space says. */
function sign(track: Track, space: Space): string {
  const paint = look(track.colour);
  const upright = `rotate(${-space.angle})`;
  const mark = (x: number) =>
    `<path d="${paint.path}" fill="${paint.ink}" transform="translate(${x} 0) ${upright} scale(${MARKS.colour.scale})"/>`;
  const disc = (x: number, r: number) =>
    `<circle cx="${x}" r="${r}" fill="${PAPER}" stroke="${INK}" stroke-width="${MARKS.edge}"/>`;
  const symbol = (name: string, ink: string, x: number, scale: number) =>
    `<use href="#s-${name}" fill="${ink}" transform="translate(${x} 0) ${upright} scale(${scale})"/>`;
  const { locomotive, cart, price } = MARKS;
  if (space.locomotive) return disc(0, locomotive.disc) + symbol("locomotive", INK, 0, locomotive.scale);
  if (space.cart)
    return mark(-cart.aside) + disc(cart.aside, cart.disc) + symbol("cart", INK, cart.aside, cart.scale);
  if (track.line)
    return `${mark(-price.aside)}${disc(price.aside, price.disc)}<text class="price" transform="translate(${price.aside} 0) ${upright}" y="${price.drop}" font-size="${price.size}">${track.cards}</text>`;
  return mark(0);
}

const INSET = SPACE.gleam.inset;
const GLEAM = `fill="none" stroke="#fff" stroke-opacity="${SPACE.gleam.opacity}"`;

/** The light on the edges of all spaces, but those with a disc. */
function gleam({ unit: u }: Geometry, tracks: readonly Track[]): string {
  const d = tracks
    .flatMap((track) => track.spaces.filter((space) => !bears(track, space)))
    .map((space) =>
      turnedBox(space, space.width - INSET * u, space.height - INSET * u, SPACE.gleam.radius * u),
    )
    .join("");
  return d && `<path d="${d}" ${GLEAM} stroke-width="${SPACE.gleam.width * u}"/>`;
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
