/** Values further apart have nothing to do with each other: counters leave the time between out. Boards that sleep for an hour fit in. */
export const maxGapMs = 2 * 3_600_000;

/** What a function remembers of earlier values; its size is bounded. */
export interface State {
  /**
   * The result with a value of an instant, which is later than those before; NaN: there is none now. A value that is not stored counts
   * for this result alone.
   */
  step(at: number, value: number, isStored: boolean): number;
  /** As plain JSON. */
  save(): unknown;
  restore(saved: unknown): void;
}
