/** A server for unit tests: connections whose other end is the test, and clocks that it moves. */

import { vi } from "vitest";
import type { FromClient, FromServer, Welcome } from "$lib/protocol";

/** A connection whose other end is this test. */
export class Wire {
  static OPEN = 1;
  static all: Wire[] = [];
  readyState = 0;
  said: FromClient[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    Wire.all.push(this);
  }
  send(text: string): void {
    this.said.push(JSON.parse(text) as FromClient);
  }
  close(): void {
    this.readyState = 3; // a dead connection tells nobody
  }
  welcome(told: Partial<Welcome> = {}): void {
    this.readyState = 1;
    this.onopen?.();
    this.hear({ type: "welcome", ...told } as FromServer);
  }
  hear(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  of<T extends FromClient["type"]>(type: T): Extract<FromClient, { type: T }>[] {
    return this.said.filter((one) => one.type === type) as Extract<FromClient, { type: T }>[];
  }
}

/** The newest connection. */
export const wire = () => Wire.all.at(-1)!;

/** Let the page's sockets be wires; what takes the events of its window. */
export function wired(): EventTarget {
  const page = new EventTarget();
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  Wire.all = [];
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  return page;
}

export function unwired(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}
