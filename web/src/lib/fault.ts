import { AWAY, refused } from "./api";
import { t } from "./messages";

/** Why something was not done, in words: the server's own, if they are from it. */
export function faultWords(error: unknown): string {
  const { code, message } = refused(error);
  return code === AWAY || !message ? t("fault.away_short") : message;
}
