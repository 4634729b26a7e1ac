import type { Box, Geometry, Point } from "./geometry";

/** The board turned to the left, for tall windows: its top lies at the left, its names stay level. */
export function turnedBoard(board: Geometry): Geometry {
  const at = ([x, y]: Point): Point => [y, board.width - x];
  const box = <T extends Box>(one: T): T => {
    const [x, y] = at([one.x, one.y]);
    return { ...one, x, y, angle: level(one.angle - 90) };
  };
  return {
    ...board,
    width: board.height,
    height: board.width,
    places: board.places.map((place) => {
      const [x, y] = at([place.x, place.y]);
      return { ...place, x, y, label: place.turned };
    }),
    tracks: board.tracks.map((track) => ({
      ...track,
      spaces: track.spaces.map(box),
      path: track.path.map(at),
      hit: track.hit.map(at),
      middle: at(track.middle),
    })),
  };
}

/** The same line of direction, not upside down. */
function level(angle: number): number {
  return ((((angle + 90) % 180) + 180) % 180) - 90;
}
