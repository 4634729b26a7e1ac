/** What is lit on the board, because somebody points at a ticket, a line of the log, a hint. */
export interface Lit {
  places?: Iterable<string>;
  /** Drawn as a band of light along the tracks. */
  routes?: Iterable<string>;
  /** Straight ties between places that no free path joins. */
  ties?: Iterable<readonly [string, string]>;
}
