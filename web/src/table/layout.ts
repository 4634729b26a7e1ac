/** How a table lies in its window: by the window's size alone, so that nothing jumps while a game goes on. */

/**
 * wide: the head across, a side, the hand below. column: the head on top of the side. low: everything beside the board,
 * for phones held sideways. tall: everything above and below it.
 */
export type Layout = "wide" | "column" | "low" | "tall";

export interface Size {
  width: number;
  height: number;
}

/** What lies above and below the board in a tall window, about. */
const AROUND = 300;
/** How much larger a turned board must be to be worth turning one's head. */
const WORTH = 1.15;

export function layoutOf({ width, height }: Size): Layout {
  if (width < 560 || (height > width && width <= 896)) return "tall";
  if (height < 700 || width < 1000) return "low";
  return height < 880 || width < 1200 ? "column" : "wide";
}

/** Whether the board is turned on its side: where it is much larger so. */
export function turns(window: Size, board: Size): boolean {
  if (layoutOf(window) !== "tall") return false;
  const scale = (wide: number, high: number) =>
    Math.min(window.width / wide, (window.height - AROUND) / high);
  return scale(board.height, board.width) > WORTH * scale(board.width, board.height);
}
