import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../../platform/log/index.ts';
import { serverTimer } from '../../../platform/server-timer.ts';
import { SharedRun } from '../../../platform/shared-run.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Notifier } from './notifier.ts';

const stopWaitMs = 1_000;
/** The queue is checked this often. */
const everyMs = 1_000;

interface LoopDeps {
  readonly notifier: Notifier;
  readonly dispatcher: Dispatcher;
  readonly log: Logger;
}

/** Checks again and again what is to be sent. */
export class DeliveryLoop {
  readonly #deps: LoopDeps;
  readonly #check = new SharedRun(() => this.#work());
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #isFailing = false;

  constructor(deps: LoopDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#timer = serverTimer(() => void this.run().finally(() => this.#isStopped || this.start()), everyMs);
  }

  /** Resolves when what is being sent was tried, or after a second: what a slow service has not taken is tried again by the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#check.settled();
    await Promise.race([this.#deps.dispatcher.settled(), delay(stopWaitMs, undefined, { ref: false })]);
  }

  /** Makes messages of what is due, and begins to send them. */
  run(): Promise<void> {
    return this.#check.run();
  }

  async #work(): Promise<void> {
    const { notifier, dispatcher, log } = this.#deps;
    try {
      await notifier.notify();
      await dispatcher.dispatch();
      this.#isFailing = false;
    } catch (err) {
      if (!this.#isFailing) log.warn({ err }, 'Notifications wait; it is tried again');
      this.#isFailing = true;
    }
  }
}
