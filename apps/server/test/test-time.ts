import { databasesSettled, type HeldTime, holdTime } from './held-time.ts';

interface Passing {
  /** Ends it early. */
  readonly until?: () => boolean;
  /** Resolves when what is on its way through sockets has arrived. */
  readonly drain?: () => Promise<void>;
}

/**
 * Time that stands still in this process, for timers, `Date` and `performance`, from one test to the next, and passes only where a test lets
 * it. What comes while it stands needed no timer; what comes while it passes came at exactly that instant, however busy the machine is.
 */
export class TestTime {
  #held: HeldTime | undefined;
  #drain: (() => Promise<void>) | undefined;
  /** How far the clock was set in all. */
  #setMs = 0;

  /** To be called before anything is started that has timers. */
  start(): void {
    const held = holdTime(Date.now(), { settled: () => this.#settle(), date: true });
    const startedAt = held.at;
    this.#held = held;
    performance.now = () => this.#passedSince(startedAt);
  }

  /** To be called when everything has stopped. */
  stop(): void {
    Reflect.deleteProperty(performance, 'now');
    this.#held?.release();
    this.#held = undefined;
  }

  get #time(): HeldTime {
    if (!this.#held) throw new Error('Time does not stand still.');
    return this.#held;
  }

  /** What somebody does who sets the clock of the machine: no timer runs. */
  set(at: number): void {
    this.#setMs += at - this.#time.at;
    this.#time.at = at;
  }

  /** Lets time pass from timer to timer; whatever one of them began has come to its end before the next one runs. */
  async pass(ms: number, { until, drain }: Passing = {}): Promise<void> {
    this.#drain = drain;
    await this.#time.pass(ms, until);
    this.#drain = undefined;
  }

  #passedSince(startedAt: number): number {
    return this.#time.at - startedAt - this.#setMs;
  }

  async #settle(): Promise<void> {
    for (let times = 0; times < 2; times += 1) {
      await this.#drain?.();
      await databasesSettled();
    }
  }
}
