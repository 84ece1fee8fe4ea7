import type { BoardFacts, BoardLoader, FlashPart, FlashPhase } from './board-loader.ts';
import { BoardLost, Cancelled, type Doing, type Failure, failureOf } from './flash-failure.ts';

const maxStoredLogLines = 300;

/** How far writing has come; bytes are those of the images, not of their compressed form. */
export type Progress = {
  phase: FlashPhase | 'restarting';
  /** Which part of how many, from 0. */
  index: number;
  parts: number;
  writtenBytes: number;
  totalBytes: number;
  /** ms since the epoch. */
  startedAt: number;
};

export type FlashStatus =
  | { step: 'away'; failure: Failure | null; log: readonly string[] }
  | { step: 'connecting' }
  | { step: 'connected'; board: BoardFacts }
  | { step: 'working'; board: BoardFacts; progress: Progress; isCancelling: boolean }
  | { step: 'done'; board: BoardFacts; totalBytes: number; tookMs: number };

/** Flashing one board after the other; a page follows it with `subscribe` and `status`. */
export class FlashSession {
  readonly #listeners = new Set<() => void>();
  readonly #log: string[] = [];
  #status: FlashStatus = { step: 'away', failure: null, log: [] };
  #loader: BoardLoader | null = null;
  /** Why what runs is to end; the loader may still be on its way. */
  #stopReason: Error | null = null;
  #forgetPort: () => void = () => undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly status = (): FlashStatus => this.#status;

  /** Opens the port and meets the board. What goes wrong is reported in `status`. */
  async connect(port: SerialPort, baudRate: number): Promise<void> {
    if (this.#loader || this.#status.step === 'connecting') return;
    this.#log.length = 0;
    this.#stopReason = null;
    this.#set({ step: 'connecting' });
    const lost = () => this.#lost();
    port.addEventListener('disconnect', lost);
    this.#forgetPort = () => port.removeEventListener('disconnect', lost);
    try {
      const { BoardLoader } = await import('./board-loader.ts');
      if (this.#stopReason) throw this.#stopReason;
      this.#loader = new BoardLoader(port, { baudRate, log: (line) => this.#note(line) });
      this.#set({ step: 'connected', board: await this.#loader.connect() });
    } catch (error) {
      await this.#fail(error, 'connecting');
    }
  }

  /** Writes the parts into the connected board, restarts it, and gives the port back. */
  async flash(parts: readonly FlashPart[], eraseAll: boolean): Promise<void> {
    const loader = this.#loader;
    if (!loader || this.#status.step !== 'connected') return;
    const { board } = this.#status;
    const startedAt = Date.now();
    const totalBytes = sumOf(parts);
    const report = (progress: Pick<Progress, 'phase' | 'index' | 'writtenBytes'>) => {
      const isCancelling = this.#status.step === 'working' && this.#status.isCancelling;
      const whole = { ...progress, parts: parts.length, totalBytes, startedAt };
      this.#set({ step: 'working', board, progress: whole, isCancelling });
    };
    try {
      await loader.write(parts, {
        eraseAll,
        onProgress: ({ phase: now, index, writtenBytes }) =>
          report({ phase: now, index, writtenBytes: sumOf(parts.slice(0, index)) + writtenBytes }),
      });
      const tookMs = Date.now() - startedAt;
      report({ phase: 'restarting', index: parts.length - 1, writtenBytes: totalBytes });
      await this.#leave();
      this.#set({ step: 'done', board, totalBytes, tookMs });
    } catch (error) {
      await this.#fail(error, this.#doing());
    }
  }

  /** Ends what runs; the board keeps what it has so far. */
  cancel(): void {
    if (this.#status.step === 'working') this.#set({ ...this.#status, isCancelling: true });
    this.#stop(new Cancelled());
  }

  /** Restarts a connected board with what it had, and gives the port back. */
  async disconnect(): Promise<void> {
    await this.#leave();
    this.#set({ step: 'away', failure: null, log: [] });
  }

  #stop(reason: Error): void {
    this.#stopReason ??= reason;
    this.#loader?.stop(reason);
  }

  #doing(): Doing {
    const phase = this.#status.step === 'working' ? this.#status.progress.phase : 'restarting';
    return phase === 'restarting' ? 'connecting' : phase;
  }

  #lost(): void {
    this.#stop(new BoardLost());
    // Every other step notices by itself.
    if (this.#status.step === 'connected') void this.#fail(new BoardLost(), 'connecting');
  }

  async #leave(): Promise<void> {
    const loader = this.#loader;
    this.#forgetPort();
    if (loader === null) return;
    // A board that is gone cannot be restarted, and that is not what went wrong.
    await loader.restart().catch(() => undefined);
    await loader.close();
    this.#loader = null;
  }

  async #fail(error: unknown, doing: Doing): Promise<void> {
    await this.#leave();
    this.#set({ step: 'away', failure: failureOf(error, doing), log: [...this.#log] });
  }

  #note(line: string): void {
    const text = line.trim();
    if (text === '') return;
    this.#log.push(text);
    if (this.#log.length > maxStoredLogLines) this.#log.shift();
  }

  #set(status: FlashStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}

const sumOf = (parts: readonly FlashPart[]): number => parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
