/** Short notices at the edge of the page; the Toasts component shows and reads them out. */

import { AWAY, refused } from "./api";
import { t } from "./messages";

export interface Toast {
  id: number;
  text: string;
  kind: "info" | "fault";
  /** A rule that the notice rests on, as a link. */
  clause: string | null;
}

let last = 0;

class Toasts {
  list = $state<Toast[]>([]);
  /** Open dialogs, the topmost last: notices appear in that one, since nothing outside of it can be reached. */
  dialogs = $state.raw<readonly string[]>([]);

  show(text: string, kind: Toast["kind"] = "info", clause: string | null = null): void {
    const id = ++last;
    this.list = [...this.list.filter((one) => one.text !== text), { id, text, kind, clause }].slice(-3);
    setTimeout(() => this.drop(id), kind === "fault" ? 9_000 : 5_000);
  }

  /** Show why something was not done. */
  fault(error: unknown): void {
    const why = refused(error);
    const text = why.code === AWAY || !why.message ? t("fault.away_short") : why.message;
    this.show(text, "fault", why.clause);
  }

  drop(id: number): void {
    this.list = this.list.filter((one) => one.id !== id);
  }
}

export const toasts = new Toasts();

/** The address of a clause in the rules. */
export function clauseUrl(clause: string, edition?: string): string {
  const editions: Record<string, string> = {
    EU: "europe",
    AM: "amsterdam",
    BE: "berlin",
    FJ: "first_journey",
  };
  const prefix = clause.split("-")[0] ?? "";
  return `/rules/${editions[prefix] ?? edition ?? "europe"}#${clause}`;
}
