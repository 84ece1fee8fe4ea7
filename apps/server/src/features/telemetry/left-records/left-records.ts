import type { Core } from '../../../core.ts';
import { runForServer } from '../../../platform/requester.ts';
import { SharedRun } from '../../../platform/shared-run.ts';
import { UnreadableRecord } from '../board-reports/index.ts';
import { type LeftRecord, leftRecordsRepository, type RecordKind } from './left-records.repository.ts';

const everyMs = 5_000;
/** Each is at most what one write to a spool holds. */
const atOnce = 20;

interface LeftRecordsDeps extends Pick<Core, 'database' | 'log'> {
  /** Resolves when the record of a spool survives a crash of this server. */
  readonly takeIn: Readonly<Record<RecordKind, (record: Buffer) => Promise<void>>>;
}

/** Takes in what servers that served before had acknowledged and not stored. */
export class LeftRecords {
  readonly #deps: LeftRecordsDeps;
  readonly #repository: ReturnType<typeof leftRecordsRepository>;
  /** What cannot be understood stays in the database: a newer version may have written it. */
  readonly #unreadable = new Set<number>();
  readonly #running = new SharedRun(() => this.#takeAll());
  #timer: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(deps: LeftRecordsDeps) {
    this.#deps = deps;
    this.#repository = leftRecordsRepository(deps.database);
  }

  start(): void {
    this.#timer = setInterval(() => runForServer(() => void this.#running.run()), everyMs);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    await this.#running.settled();
  }

  async #takeAll(): Promise<void> {
    try {
      while (!this.#isStopping) {
        const records = await this.#repository.oldest(atOnce, [...this.#unreadable]);
        if (records.length === 0) return;
        for (const record of records) {
          await this.#take(record);
          // One by one, so that those before one that is refused take no place twice. After a crash what is taken in twice is stored once.
          if (!this.#unreadable.has(record.id)) await this.#repository.remove([record.id]);
        }
      }
    } catch (err) {
      this.#deps.log.warn({ err }, 'What a server before left could not be taken in; trying again');
    }
  }

  async #take({ id, kind, record }: LeftRecord): Promise<void> {
    try {
      await this.#deps.takeIn[kind](record);
    } catch (err) {
      if (!(err instanceof UnreadableRecord)) throw err;
      this.#unreadable.add(id);
      this.#deps.log.error(
        { err, kind, id },
        'A record that a server before left cannot be understood; it stays there',
      );
    }
  }
}
