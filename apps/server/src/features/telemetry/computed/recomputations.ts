import { FairQueue } from '../../../platform/fair-queue.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { serverTimer } from '../../../platform/server-timer.ts';
import type { VariableNotices } from '../variables/index.ts';
import type { ActiveFormula } from './active-formula.ts';
import { Recompute, type RecomputeDeps } from './recompute.ts';

/** So many histories are gone through at once; accounts take turns. */
const maxRunning = 1;
/** Messages that come late come several in a row. */
const lateMs = 1_000;
const retryMs = 10_000;
/** A formula waits for those that it reads. */
const sourceMs = 200;

interface RecomputationsDeps extends RecomputeDeps {
  readonly log: Logger;
  readonly notices: Pick<VariableNotices, 'changed'>;
  /** The formulas that read a variable. */
  readersOf(deviceId: number, key: string): readonly ActiveFormula[];
  /** The formulas that a formula reads. */
  sourcesOf(formula: ActiveFormula): readonly ActiveFormula[];
}

/** Goes through the history in the background where results are to be made again. */
export class Recomputations {
  readonly #deps: RecomputationsDeps;
  readonly #queue = new FairQueue<number>(maxRunning);
  /** Of formulas that only continue after a start, which must not wait for the history of others: until then they have no live values. */
  readonly #starts = new FairQueue<number>(maxRunning);
  readonly #timers = new Map<ActiveFormula, NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(deps: RecomputationsDeps) {
    this.#deps = deps;
  }

  /** What is under way ends with the slice that is being written, and is continued with after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all(this.#running);
  }

  /** Results change from an instant on; resolves when that is stored. */
  mark(active: ActiveFormula, from: number): Promise<void> {
    if (active.isOver) return Promise.resolve();
    if (active.recomputeFrom !== null && active.recomputeFrom <= from) {
      this.wake(active, lateMs);
      return active.noted;
    }
    active.recomputeFrom = Math.min(active.recomputeFrom ?? from, from);
    active.marks += 1;
    // While the database is away such messages go to the spool, and are marked when they leave it.
    active.noted = this.#deps.repository.mark(active.row, from, active.marks).catch((error: unknown) => {
      this.#deps.log.debug({ err: error }, 'It was not stored that results change');
    });
    this.wake(active, lateMs);
    return active.noted;
  }

  /** Has the history of a formula gone through soon. */
  wake(active: ActiveFormula, afterMs = 0): void {
    if (this.#timers.has(active) || this.#stopping.signal.aborted) return;
    const begin = () => {
      const queue = active.recomputeFrom === null && active.machine === null ? this.#starts : this.#queue;
      const run = queue.run(active.row.accountId, () => {
        this.#timers.delete(active);
        return this.#run(active);
      });
      this.#running.add(run);
      void run.then(() => this.#running.delete(run));
    };
    this.#timers.set(active, serverTimer(begin, afterMs));
  }

  /** Never rejects. */
  async #run(active: ActiveFormula): Promise<void> {
    const { log, registry, sourcesOf } = this.#deps;
    const device = registry.find(active.row.deviceId);
    const { formula } = active;
    if (this.#stopping.signal.aborted || active.isOver || active.isRunning || !device || !formula) return;
    if (!active.mayRead) {
      active.wasRefused = true;
      return;
    }
    const isAwaited = (source: ActiveFormula) =>
      !source.isOver && source.formula !== null && source.mayRead && !source.isSettled;
    if (sourcesOf(active).some(isAwaited)) {
      this.wake(active, sourceMs);
      return;
    }
    const from = active.recomputeFrom;
    const { marks } = active;
    active.isRunning = true;
    active.recomputeFrom = null;
    try {
      const recompute = new Recompute(this.#deps, active, { formula, device, signal: this.#stopping.signal });
      this.#changed(active, await recompute.run(from, marks));
    } catch (error) {
      // What the first time through was to do is still to be done.
      if (from !== null) active.recomputeFrom = Math.min(from, active.recomputeFrom ?? from);
      if (!this.#stopping.signal.aborted && active.mayRead) {
        log.error(
          { err: error, device: active.row.deviceId },
          'A computed variable could not be worked out; trying again',
        );
        this.wake(active, retryMs);
      }
    } finally {
      active.isRunning = false;
      active.progress = null;
      active.tail = null;
    }
    if (active.recomputeFrom !== null || active.machine === null) this.wake(active, lateMs);
  }

  #changed(active: ActiveFormula, from: number | null): void {
    const { notices, readersOf } = this.#deps;
    const { deviceId, key } = active.row;
    notices.changed(deviceId, key);
    if (from === null) return;
    for (const reader of readersOf(deviceId, key)) void this.mark(reader, from);
  }
}
