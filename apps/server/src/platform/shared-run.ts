import { runForServer } from './requester.ts';

/**
 * Work that serves everybody who requests it, such as storing what waits of all. Requests while it is under way share that run,
 * and it is done as the server's own, not as that of the first who requested it.
 */
export class SharedRun {
  readonly #work: () => Promise<void>;
  #running: Promise<void> | undefined;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Joins the run that is under way, or begins one. */
  run(): Promise<void> {
    this.#running ??= runForServer(this.#work).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** As `run`, but with a run that begins from now on: one that is under way misses what came since it began. */
  async runAgain(): Promise<void> {
    await this.#running;
    // Of two who waited only one begins.
    await this.run();
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await this.#running;
  }
}
