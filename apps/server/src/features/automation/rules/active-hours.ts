import type { RuleDefinition } from '@cyno/contract';
import { addDays, instantAt, localDateOf, weekdayOf } from '../timers/index.ts';

type Hours = NonNullable<RuleDefinition['activeHours']>;

/**
 * The hours of the days in which a rule is looked at, on the wall clock of a zone; a day's hours may reach over its midnight. The
 * span around the last requested instant is cached, so that checking again for each point costs nothing.
 */
export class ActiveHours {
  readonly #hours: Hours;
  readonly zone: string;
  #known = { from: 0, until: 0, inside: false };

  constructor(hours: Hours, zone: string) {
    this.#hours = hours;
    this.zone = zone;
  }

  inside(at: number): boolean {
    return this.#spanAt(at).inside;
  }

  /** When the response may change next, ms since the epoch. */
  changesAt(at: number): number {
    return this.#spanAt(at).until;
  }

  #spanAt(at: number): { from: number; until: number; inside: boolean } {
    if (at < this.#known.from || at >= this.#known.until) this.#known = this.#windowAt(at);
    return this.#known;
  }

  #windowAt(at: number): { from: number; until: number; inside: boolean } {
    const today = localDateOf(at, this.zone);
    let [from, until] = [instantAt(addDays(today, -1), 0, this.zone), instantAt(addDays(today, 1), 0, this.zone)];
    let inside = false;
    for (const days of [-1, 0, 1]) {
      const span = this.#hoursOf(addDays(today, days));
      if (!span) continue;
      if (span[0] <= at && at < span[1]) inside = true;
      for (const border of span) {
        if (border <= at && border > from) from = border;
        if (border > at && border < until) until = border;
      }
    }
    return { from, until, inside };
  }

  #hoursOf(date: string): [number, number] | null {
    const { from, to, days } = this.#hours;
    if (!days.includes(weekdayOf(date))) return null;
    const end = from < to ? date : addDays(date, 1);
    return [instantAt(date, from, this.zone), instantAt(end, to, this.zone)];
  }
}
