import { createQuietLog, type Logger, type QuietLog } from '../../../platform/log/index.ts';
import type { Report } from './report.ts';

const gatherMs = 5;
/** The public library waits 1 s for the echo that it takes for an acknowledgement (device protocol, rule 1). */
const spoolAfterMs = 700;
/** Reports of one kind that wait; further ones are refused, and so not echoed. */
const maxWaiting = 50_000;
const refused = Promise.reject<void>(new Error('Too many reports of boards wait for the database'));
refused.catch(() => undefined);

interface Batch {
  readonly reports: Report[];
  readonly done: PromiseWithResolvers<void>;
  readonly late: NodeJS.Timeout;
  /** Set while it goes to the spool and when it is there; it takes no further reports then. */
  spooling: Promise<void> | undefined;
}

interface BatchesDeps {
  readonly log: Logger;
  /** Resolves when all that boards reported so far is in the database; rejects when the database does not take it. */
  saved(): Promise<void>;
  readonly spool: { readonly isHolding: boolean; append(reports: readonly Report[]): Promise<void> };
}

/**
 * Promises reports of one kind that they survive a crash, some at a time: when they are in the database, or, where that is away or
 * takes longer than boards wait, when they are in the spool.
 */
export class ReportBatches {
  readonly #deps: BatchesDeps;
  /** On a full disk each batch fails. */
  readonly #log: QuietLog;
  /** The first is being saved, the last is still filling. */
  readonly #queue: Batch[] = [];
  #saving = false;
  #waiting = 0;

  constructor(deps: BatchesDeps) {
    this.#deps = deps;
    this.#log = createQuietLog(deps.log);
  }

  /** To be called when those who keep it have taken the report in. All of a batch share the promise; it rejects when nothing took it. */
  add(report: Report): Promise<void> {
    if (this.#waiting >= maxWaiting) return refused;
    let batch = this.#queue.at(-1);
    if (!batch || batch.spooling || (this.#saving && this.#queue.length === 1)) {
      batch = this.#newBatch();
      this.#queue.push(batch);
      if (this.#queue.length === 1) setTimeout(() => void this.#save(), gatherMs);
    }
    batch.reports.push(report);
    this.#waiting += 1;
    return batch.done.promise;
  }

  #newBatch(): Batch {
    const done = Promise.withResolvers<void>();
    // The board may be gone.
    done.promise.catch(() => undefined);
    const late = setTimeout(() => void this.#spoolLate(batch), spoolAfterMs);
    const batch: Batch = { reports: [], done, late, spooling: undefined };
    return batch;
  }

  async #save(): Promise<void> {
    this.#saving = true;
    for (let [batch] = this.#queue; batch; [batch] = this.#queue) {
      try {
        if (!(await this.#isSaved(batch))) await this.#spool(batch);
        batch.done.resolve();
      } catch (error) {
        this.#log('error', 'Reports of boards could not be stored and are not echoed', { err: error });
        batch.done.reject(new Error('The report could not be kept', { cause: error }));
      }
      clearTimeout(batch.late);
      this.#waiting -= batch.reports.length;
      this.#queue.shift();
    }
    this.#saving = false;
  }

  /** False when the database does not take it; true also when the spool took it first. */
  async #isSaved(batch: Batch): Promise<boolean> {
    if (batch.spooling || this.#deps.spool.isHolding) return false;
    const saved = this.#deps.saved().then(
      () => true,
      () => false,
    );
    return Promise.race([saved, batch.done.promise.then(() => true)]);
  }

  #spool(batch: Batch): Promise<void> {
    batch.spooling ??= this.#deps.spool.append(batch.reports).catch((error: unknown) => {
      batch.spooling = undefined;
      throw error;
    });
    return batch.spooling;
  }

  /** Boards wait no longer for the database. Where the spool does not take it either, the database still may. */
  async #spoolLate(batch: Batch): Promise<void> {
    try {
      await this.#spool(batch);
      batch.done.resolve();
    } catch (error) {
      this.#deps.log.debug({ err: error }, 'The spool did not take what waits for the database');
    }
  }
}
