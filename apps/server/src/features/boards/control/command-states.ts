import { createQuietLog, type Logger, type QuietLog } from '../../../platform/log/index.ts';
import { SharedRun } from '../../../platform/shared-run.ts';
import type { OpenCommand } from './command.ts';
import type { ControlRepository } from './control.repository.ts';

const flushMs = 250;
/** While the database is away; further ones are only pushed, not stored. */
const maxWaiting = 10_000;

/** Writes what became of commands, some at a time; the newest state of each counts. */
export class CommandStates {
  readonly #repository: ControlRepository;
  readonly #log: QuietLog;
  #waiting = new Map<number, OpenCommand>();
  /** Two writes at once could bring an older state last. */
  readonly #writing = new SharedRun(() => this.#write());
  /** Of the last write, when the database did not take it. */
  #failure: { readonly error: unknown } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor({ repository, log }: { repository: ControlRepository; log: Logger }) {
    this.#repository = repository;
    this.#log = createQuietLog(log);
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), flushMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  save(commands: readonly OpenCommand[]): void {
    for (const command of commands) {
      if (this.#waiting.size < maxWaiting || this.#waiting.has(command.id)) {
        this.#waiting.set(command.id, { ...command });
      }
    }
  }

  /** Resolves when everything saved so far is written, or held for another try. */
  flush(): Promise<void> {
    return this.#writing.runAgain();
  }

  /** Resolves when everything saved so far is written; rejects when the database did not take it. */
  async saved(): Promise<void> {
    await this.flush();
    if (this.#failure) throw new Error('What became of commands is not written', { cause: this.#failure.error });
  }

  async #write(): Promise<void> {
    const batch = this.#waiting;
    if (batch.size === 0) return;
    this.#waiting = new Map();
    try {
      await this.#repository.saveStates([...batch.values()]);
      this.#failure = undefined;
    } catch (err) {
      this.#failure = { error: err };
      this.#log('warn', 'The states of commands were not written; it is tried again', { err }, 'commands');
      this.#waiting = new Map([...batch, ...this.#waiting]);
    }
  }
}
