/** What this browser's user has chosen; kept in localStorage, which may be missing or full: then it lasts for the visit. */

import { LANGUAGES } from "./protocol";

export { LANGUAGES };
export type Language = (typeof LANGUAGES)[number];
export type Theme = "system" | "light" | "dark";
/** How long bots take to answer. */
export type Pace = "quick" | "normal" | "slow";

const KEY = "perron.settings";

interface Stored {
  language: Language | null;
  theme: Theme;
  sound: boolean;
  volume: number;
  motion: boolean;
  notify: boolean;
  keys: boolean;
  confirm: boolean;
  pace: Pace;
  name: string;
  colour: string | null;
}

const DEFAULTS: Stored = {
  language: null,
  theme: "system",
  sound: true,
  volume: 0.8,
  motion: true,
  notify: false,
  keys: true,
  confirm: false,
  pace: "normal",
  name: "",
  colour: null,
};

/** The first of our languages that the browser asks for: the same list that it sends as Accept-Language. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.slice(0, 2).toLowerCase();
    const found = LANGUAGES.find((one) => one === language);
    if (found) return found;
  }
  return "en";
}

export function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the page works without.
  }
}

const media = (query: string): MediaQueryList | null =>
  typeof matchMedia === "function" ? matchMedia(query) : null;

class Settings {
  #stored = $state<Stored>({ ...DEFAULTS, ...read<Partial<Stored>>(KEY, {}) });
  #dark = $state(false);
  #calm = $state(false);

  constructor() {
    const dark = media("(prefers-color-scheme: dark)");
    const calm = media("(prefers-reduced-motion: reduce)");
    this.#dark = dark?.matches ?? true;
    this.#calm = calm?.matches ?? false;
    dark?.addEventListener("change", (event) => (this.#dark = event.matches));
    calm?.addEventListener("change", (event) => (this.#calm = event.matches));
  }

  /** The language of everything on the page. Change it by `speak` in messages.ts, which loads its words first. */
  get language(): Language {
    return this.#stored.language ?? preferred(navigator.languages ?? []);
  }
  set language(language: Language) {
    this.#set("language", language);
  }

  get theme(): Theme {
    return this.#stored.theme;
  }
  set theme(theme: Theme) {
    this.#set("theme", theme);
  }
  /** What the theme comes to. */
  get dark(): boolean {
    return this.theme === "system" ? this.#dark : this.theme === "dark";
  }

  get sound(): boolean {
    return this.#stored.sound;
  }
  set sound(on: boolean) {
    this.#set("sound", on);
  }

  /** How loud sounds are, from 0 to 1. */
  get volume(): number {
    return Math.min(1, Math.max(0, Number(this.#stored.volume) || 0));
  }
  set volume(volume: number) {
    this.#set("volume", volume);
  }

  /** Whether things may move: the switch is on, and the system does not ask for calm. */
  get motion(): boolean {
    return this.#stored.motion && !this.#calm;
  }
  set motion(on: boolean) {
    this.#set("motion", on);
  }
  /** Whether the system asks for calm: then the switch for motion changes nothing. */
  get calm(): boolean {
    return this.#calm;
  }

  /** Whether browser notifications are wanted. */
  get notify(): boolean {
    return this.#stored.notify;
  }
  set notify(on: boolean) {
    this.#set("notify", on);
  }

  /** Whether single letters and digits do something: who dictates, or hits keys by accident, does without. */
  get keys(): boolean {
    return this.#stored.keys;
  }
  set keys(on: boolean) {
    this.#set("keys", on);
  }

  /** Whether what a single tap does is asked about first. */
  get confirm(): boolean {
    return this.#stored.confirm;
  }
  set confirm(on: boolean) {
    this.#set("confirm", on);
  }

  /** How long bots take to answer at new tables. */
  get pace(): Pace {
    return this.#stored.pace;
  }
  set pace(pace: Pace) {
    this.#set("pace", pace);
  }

  /** The colour of pieces that this browser's user asked for last. */
  get colour(): string | null {
    return this.#stored.colour;
  }
  set colour(colour: string | null) {
    this.#set("colour", colour);
  }

  /** The name that this browser's user sat down with last. */
  get name(): string {
    return this.#stored.name;
  }
  set name(name: string) {
    this.#set("name", name);
  }

  #set<K extends keyof Stored>(key: K, value: Stored[K]): void {
    this.#stored[key] = value;
    write(KEY, this.#stored);
  }
}

export const settings = new Settings();
