import type { Random } from './signals.ts';

/** The library's clock: seconds since Sunday 00:00 as the server sent it, and when to request again. */
export class WeekClock {
  readonly #random: Random;
  #second: number | null = null;
  #renewInS = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  get second(): number | null {
    return this.#second;
  }

  /** Takes a `timestamps` payload; text that is no number counts as 0. The next question comes in 57 to 117 minutes. */
  set(payload: string): void {
    this.#second = Number(/^\d{1,10}/.exec(payload)?.[0] ?? 0);
    this.#renewInS = 3600 + Math.floor(this.#random() * 3600);
  }

  /** One second has passed; true when the board must request the time, which it does six times, 40 s apart. */
  tick(): boolean {
    if (this.#second === null) return false;
    // The library counts to 604800 and only then starts again, so Sunday 00:00:00 lasts two seconds.
    this.#second = this.#second >= 604_800 ? 0 : this.#second + 1;
    this.#renewInS--;
    return this.#renewInS <= 200 && this.#renewInS >= 0 && this.#renewInS % 40 === 0;
  }
}
