/** Panning and zooming by a CSS transform on the board's element: that stays at 60 frames a second. */

export interface Where {
  scale: number;
  x: number;
  y: number;
}

interface Pointer {
  x: number;
  y: number;
}

const SLACK = 7; // a finger that moves less than this still taps
const CLOSEST = 9;
const CALM = 180; // ms without a movement, after which it is over
const GLIDE = 320; // ms; a little longer than the transition

/** Keep the board in sight: as wide as the frame or wider it may not leave a gap, narrower it stays in the middle. */
export function held(where: Where, frame: [number, number], board: [number, number]): Where {
  const along = (at: number, room: number, size: number) =>
    size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, at));
  return {
    scale: where.scale,
    x: along(where.x, frame[0], board[0] * where.scale),
    y: along(where.y, frame[1], board[1] * where.scale),
  };
}

/** Where the board lies when the point `at` of the frame stays on the same spot of the board. */
export function zoomed(where: Where, scale: number, at: [number, number]): Where {
  const by = scale / where.scale;
  return { scale, x: at[0] - (at[0] - where.x) * by, y: at[1] - (at[1] - where.y) * by };
}

/** The nearest pixel of the screen. */
function snapped(at: number): number {
  const pixels = window.devicePixelRatio || 1;
  return Math.round(at * pixels) / pixels;
}

export class PanZoom {
  where: Where = { scale: 1, x: 0, y: 0 };
  #fit = 1;
  #pointers = new Map<number, Pointer>();
  #moved = false;
  #last: { middle: Pointer; spread: number } | null = null;
  #frame = 0;
  #calm: ReturnType<typeof setTimeout> | undefined;
  #untouched = true;
  /** The part of the board that it was told to show, until somebody moves it. */
  #framed: [number, number, number, number] | null = null;
  #size: [number, number] = [1, 1];
  #resize: ResizeObserver;
  #stop = new AbortController();
  /** The scale it was last drawn at; 0: not yet. */
  #drawn = 0;
  #wait = CALM;
  /** Whether fingers or a wheel bring it closer or farther. */
  #growing = false;

  constructor(
    readonly outer: HTMLElement,
    readonly inner: HTMLElement,
    readonly board: [number, number],
    readonly changed: (where: Where, fit: number) => void,
  ) {
    const { signal } = this.#stop;
    outer.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    outer.addEventListener("pointermove", (event) => this.#move(event), { signal });
    // Wherever it is let go: over a dialog that opened meanwhile, or after what it touched has gone.
    window.addEventListener("pointerup", (event) => this.#up(event), { signal });
    window.addEventListener("pointercancel", (event) => this.#up(event), { signal });
    outer.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
    // A drag that ends over a route is no tap on it.
    outer.addEventListener("click", (event) => this.#moved && event.stopPropagation(), {
      signal,
      capture: true,
    });
    this.#resize = new ResizeObserver(() => this.#measure());
    this.#resize.observe(outer);
    // Just before the first frame, when all of the page is there: to ask for the size now would lay it out twice.
    this.#frame = requestAnimationFrame(() => this.#measure());
  }

  close(): void {
    this.#stop.abort();
    this.#resize.disconnect();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#calm);
  }

  /** The whole board again. */
  reset(): void {
    this.#untouched = true;
    this.#framed = null;
    this.#glide({ scale: this.#fit, x: 0, y: 0 });
  }

  /** Closer (above 1) or farther, around the middle of the frame. */
  zoom(by: number): void {
    this.#touch();
    this.#glide(
      zoomed(this.where, this.#allowed(this.where.scale * by), [this.#size[0] / 2, this.#size[1] / 2]),
    );
  }

  pan(dx: number, dy: number): void {
    this.#touch();
    this.#glide({ ...this.where, x: this.where.x + dx, y: this.where.y + dy });
  }

  /** Bring a spot of the board into sight if it is not. */
  show(x: number, y: number): void {
    const { scale } = this.where;
    const [left, top] = [this.where.x + x * scale, this.where.y + y * scale];
    const margin = 40;
    const [wide, high] = this.#size;
    if (left > margin && left < wide - margin && top > margin && top < high - margin) return;
    this.#framed = null;
    this.#glide({ scale, x: wide / 2 - x * scale, y: high / 2 - y * scale });
  }

  /** Bring a part of the board into sight, as large as fits; it stays there when the frame changes its size. */
  frame(left: number, top: number, right: number, bottom: number): void {
    this.#untouched = false;
    this.#framed = [left, top, right, bottom];
    if (this.#drawn > 0) this.#glide(this.#around(this.#framed)); // else it waits for the frame's size
  }

  #around([left, top, right, bottom]: [number, number, number, number]): Where {
    const [wide, high] = this.#size;
    const scale = this.#allowed(Math.min(wide / (right - left), high / (bottom - top), this.#fit * 2.2));
    return { scale, x: wide / 2 - ((left + right) / 2) * scale, y: high / 2 - ((top + bottom) / 2) * scale };
  }

  /** It lies where somebody has moved it. */
  #touch(): void {
    this.#untouched = false;
    this.#framed = null;
  }

  /** From a spot on the screen to one on the board as it is seen now, also while it glides. */
  toBoard(clientX: number, clientY: number): [number, number] {
    const box = this.inner.getBoundingClientRect();
    const [wide, high] = this.board;
    return [((clientX - box.left) * wide) / box.width, ((clientY - box.top) * high) / box.height];
  }

  /** From a spot on the board to one in the frame. */
  toFrame(x: number, y: number): [number, number] {
    return [this.where.x + x * this.where.scale, this.where.y + y * this.where.scale];
  }

  #allowed(scale: number): number {
    return Math.min(this.#fit * CLOSEST, Math.max(this.#fit, scale));
  }

  #measure(): void {
    this.#size = [this.outer.clientWidth || 1, this.outer.clientHeight || 1];
    this.#fit = Math.min(this.#size[0] / this.board[0], this.#size[1] / this.board[1]);
    if (this.#framed) {
      this.#put(this.#around(this.#framed));
      return;
    }
    if (!this.#untouched) {
      this.#put({ ...this.where, scale: this.#allowed(this.where.scale) });
      return;
    }
    this.#put({ scale: this.#fit, x: 0, y: 0 });
  }

  #down(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button !== 0 && event.button !== 1) return;
    if (event.isPrimary) {
      this.#pointers.clear();
      this.#moved = false;
      if (this.#growing) this.#settle(); // what is dragged now should be sharp
    }
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.#last = this.#grip();
    if (this.#pointers.size > 1) this.#take(event.pointerId);
  }

  #move(event: PointerEvent): void {
    const known = this.#pointers.get(event.pointerId);
    if (!known || !this.#last) return;
    if (!this.#moved) {
      if (this.#pointers.size === 1 && Math.hypot(event.clientX - known.x, event.clientY - known.y) < SLACK)
        return;
      this.#take(event.pointerId);
    }
    known.x = event.clientX;
    known.y = event.clientY;
    const grip = this.#grip()!;
    const box = this.outer.getBoundingClientRect();
    const at: [number, number] = [grip.middle.x - box.left, grip.middle.y - box.top];
    let next = {
      ...this.where,
      x: this.where.x + grip.middle.x - this.#last.middle.x,
      y: this.where.y + grip.middle.y - this.#last.middle.y,
    };
    if (grip.spread > 0 && this.#last.spread > 0) {
      next = zoomed(next, this.#allowed(next.scale * (grip.spread / this.#last.spread)), at);
      this.#growing = true;
    }
    this.#last = grip;
    this.#touch();
    this.#put(next);
  }

  #up(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
    this.#last = this.#grip();
  }

  #take(pointer: number): void {
    this.#moved = true;
    this.outer.setPointerCapture(pointer);
  }

  #grip(): { middle: Pointer; spread: number } | null {
    const [one, two] = [...this.#pointers.values()];
    if (!one) return null;
    if (!two) return { middle: { ...one }, spread: 0 };
    return {
      middle: { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 },
      spread: Math.hypot(one.x - two.x, one.y - two.y),
    };
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const box = this.outer.getBoundingClientRect();
    const steps = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
    const scale = this.#allowed(this.where.scale * Math.exp(-steps * (event.ctrlKey ? 0.01 : 0.0016)));
    this.#touch();
    this.#growing = true;
    this.#put(zoomed(this.where, scale, [event.clientX - box.left, event.clientY - box.top]));
  }

  #glide(where: Where): void {
    this.inner.classList.add("gliding");
    this.#put(where, GLIDE);
    setTimeout(() => this.inner.classList.remove("gliding"), GLIDE);
  }

  #put(where: Where, calm = CALM): void {
    this.where = held(where, this.#size, this.board);
    this.#wait = calm;
    if (this.#drawn === 0)
      this.#draw(); // before it is first seen
    else this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    this.#frame = 0;
    const { scale, x, y } = this.where;
    // One that grows under fingers or a wheel moves without steps; else it lies on whole pixels, where it is sharp.
    this.#place(this.#growing ? [x, y] : [snapped(x), snapped(y)]);
    this.#drawn = scale;
    // While it moves the browser is told so, and shifts and stretches what it has drawn. Untold, it would draw all of
    // the board again at every part of a pixel.
    this.inner.style.willChange = "transform";
    clearTimeout(this.#calm);
    this.#calm = setTimeout(() => this.#settle(), this.#wait);
    this.changed(this.where, this.#fit);
  }

  /** Nothing has moved for a while: what was stretched is drawn again, sharp. */
  #settle(): void {
    clearTimeout(this.#calm);
    if (this.#growing) this.#place([snapped(this.where.x), snapped(this.where.y)]);
    this.#growing = false;
    this.inner.style.willChange = "";
  }

  #place([x, y]: [number, number]): void {
    // In three dimensions, so that the board is a layer of its own.
    this.inner.style.transform = `translate3d(${x}px, ${y}px, 0) scale(${this.where.scale})`;
  }
}
