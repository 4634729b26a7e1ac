/** Short notices at the edge of the page; the Toasts component shows and reads them out. */

import { refused } from "./api";
import { faultWords } from "./fault";

export interface Toast {
  id: number;
  text: string;
  kind: "info" | "fault";
  /** The address of a rule that the notice rests on. */
  rule: string | null;
}

let last = 0;

class Toasts {
  list = $state<Toast[]>([]);
  /** Open dialogs, the topmost last: notices appear in that one, since nothing outside of it can be reached. */
  dialogs = $state.raw<readonly string[]>([]);

  show(text: string, kind: Toast["kind"] = "info", rule: string | null = null): void {
    const id = ++last;
    this.list = [...this.list.filter((one) => one.text !== text), { id, text, kind, rule }].slice(-3);
    setTimeout(() => this.drop(id), kind === "fault" ? 9_000 : 5_000);
  }

  /** Show why something was not done; a rule that it rests on is one of the edition's that is played. */
  fault(error: unknown, edition?: string): void {
    const { clause } = refused(error);
    this.show(faultWords(error), "fault", clause && edition ? `/rules/${edition}#${clause}` : null);
  }

  drop(id: number): void {
    this.list = this.list.filter((one) => one.id !== id);
  }
}

export const toasts = new Toasts();
