import { innerHeight, innerWidth } from "svelte/reactivity/window";
import type { Geometry } from "../board/geometry";
import { turnedBoard } from "../board/turned";
import { layoutOf, turns, type Layout, type Size } from "./layout";

/** How a board and what is around it lie in this window. */
export class InWindow {
  #size = $derived<Size>({ width: innerWidth.current ?? 1440, height: innerHeight.current ?? 900 });
  readonly layout = $derived<Layout>(layoutOf(this.#size));
  readonly turned = $derived.by(() => !this.upright() && turns(this.#size, this.geometry()));
  /** The board as it lies before the reader: turned, where it is. */
  readonly shown = $derived.by(() => (this.turned ? turnedBoard(this.geometry()) : this.geometry()));

  constructor(
    readonly geometry: () => Geometry,
    /** Whether it is not turned, whatever the window. */
    readonly upright: () => boolean = () => false,
  ) {}
}
