import { runForServer } from '../requester.ts';
import { isRefusedData } from './violations.ts';

interface RowWritesDeps<Row> {
  /** Writes the rows as they are at this moment, in one statement. */
  write(rows: readonly Row[]): Promise<void>;
  /** Called with a row that the database refuses for what it holds; it is given up, so that it holds up no other. */
  givenUp(row: Row, error: unknown): void;
  /** While the database is away so many rows wait; further ones are left out. Default: no limit. */
  readonly maxWaiting?: number;
}

const maxRows = 1_000;

/**
 * Writes rows that change often: what changed is gathered while a write is under way and written by the next one, so that a flood of
 * changes costs one connection, and that of two writes of a row the older is never the last.
 */
export class RowWrites<Row extends object> {
  readonly #deps: RowWritesDeps<Row>;
  readonly #changed = new Set<Row>();
  #tail: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | undefined;
  #current: Promise<void> = Promise.resolve();

  constructor(deps: RowWritesDeps<Row>) {
    this.#deps = deps;
  }

  /** Notes that the row changed. Resolves when it is written; rejects when the database did not take it, and it is tried again with the next. */
  save(row: Row): Promise<void> {
    const { maxWaiting = Number.POSITIVE_INFINITY } = this.#deps;
    if (this.#changed.size < maxWaiting) this.#changed.add(row);
    return this.saved();
  }

  /** Resolves when all that changed so far is written; rejects when the database did not take it. */
  saved(): Promise<void> {
    if (this.#changed.size === 0 && !this.#next) return this.#current;
    if (!this.#next) {
      const next: Promise<void> = this.#tail.then(() => runForServer(() => this.#write(next)));
      this.#next = next;
      this.#tail = next.catch(() => undefined);
    }
    return this.#next;
  }

  /** Runs `work` as the server's while nothing is being written: all that is to be written waits for its end. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#tail.then(() => runForServer(work));
    this.#tail = run.catch(() => undefined);
    return run;
  }

  async #write(self: Promise<void>): Promise<void> {
    this.#next = undefined;
    this.#current = self;
    const rows = [...this.#changed];
    this.#changed.clear();
    try {
      for (let start = 0; start < rows.length; start += maxRows)
        await this.#writeSome(rows.slice(start, start + maxRows));
    } catch (error) {
      for (const row of rows) this.#changed.add(row);
      throw error;
    }
  }

  async #writeSome(rows: readonly Row[]): Promise<void> {
    try {
      await this.#deps.write(rows);
    } catch (error) {
      if (!isRefusedData(error)) throw error;
      const [only] = rows;
      if (only && rows.length === 1) {
        this.#deps.givenUp(only, error);
        return;
      }
      for (const row of rows) await this.#writeSome([row]);
    }
  }
}
