import { BoardLost, type Failure, failureOf } from '../loader/flash-failure.ts';
import { LineRing, type SerialLine } from './line-ring.ts';
import { LineSplitter } from './line-splitter.ts';
import { readNumbers } from './number-lines.ts';
import { NumberSeries, type PlotData } from './number-series.ts';

const maxStoredLines = 10_000;
/** However much a board writes, the page draws only so often. */
const drawEveryMs = 100;
const bufferBytes = 65_536;
const resetMs = 100;

/** What the page shows of a monitor; a new object each time something changed. */
export type MonitorView = {
  state: 'closed' | 'opening' | 'open';
  failure: Failure | null;
  isPaused: boolean;
  /** How many lines there are to show, the unfinished one included. */
  count: number;
  /** The line at a place, 0 being the oldest. */
  line(index: number): SerialLine | undefined;
};

/** Reads what a board writes on its serial port; a page follows it with `subscribe` and `view`. */
export class SerialMonitor {
  readonly #listeners = new Set<() => void>();
  readonly #ring = new LineRing(maxStoredLines);
  readonly #numbers = new NumberSeries();
  #splitter = new LineSplitter();
  #port: SerialPort | null = null;
  #reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  #writer: WritableStreamDefaultWriter<Uint8Array> | null = null;
  #opening: Promise<void> = Promise.resolve();
  #reading: Promise<void> = Promise.resolve();
  /** Lines leave one after the other. */
  #sending: Promise<void> = Promise.resolve();
  #drawTimer: ReturnType<typeof setTimeout> | undefined;
  #held: readonly SerialLine[] | null = null;
  #view: MonitorView = { state: 'closed', failure: null, isPaused: false, count: 0, line: () => undefined };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): MonitorView => this.#view;

  /** Opens the port and reads until `close` or until the board goes. What goes wrong is reported in `view`. */
  async open(port: SerialPort, baudRate: number): Promise<void> {
    if (this.#view.state !== 'closed') return;
    this.#change({ state: 'opening', failure: null });
    this.#opening = this.#open(port, baudRate);
    await this.#opening;
  }

  async #open(port: SerialPort, baudRate: number): Promise<void> {
    try {
      await port.open({ baudRate, bufferSize: bufferBytes });
    } catch (error) {
      this.#change({ state: 'closed', failure: failureOf(error, 'monitoring') });
      return;
    }
    // Together they leave the board running, and a board with USB of its own writes only to a ready terminal. A port without such
    // lines can be read all the same.
    await port.setSignals({ dataTerminalReady: true, requestToSend: true }).catch(() => undefined);
    this.#port = port;
    this.#splitter = new LineSplitter();
    this.#sending = Promise.resolve();
    this.#change({ state: 'open' });
    this.#reading = this.#read(port);
  }

  /** Gives the port back; the lines stay. */
  async close(): Promise<void> {
    await this.#opening;
    await this.#reader?.cancel().catch(() => undefined);
    await this.#reading;
  }

  /** Writes a text to the board, after those before it. */
  async send(text: string): Promise<void> {
    this.#sending = this.#sending.then(() => this.#write(text));
    await this.#sending;
  }

  async #write(text: string): Promise<void> {
    const port = this.#port;
    if (!port?.writable) return;
    try {
      const writer = port.writable.getWriter();
      this.#writer = writer;
      await writer.write(new TextEncoder().encode(text)).finally(() => writer.releaseLock());
    } catch (error) {
      if (this.#port === port) this.#change({ failure: failureOf(error, 'monitoring') });
    }
  }

  /** Restarts the board, as its button does. */
  async restartBoard(): Promise<void> {
    const port = this.#port;
    if (!port) return;
    const pause = () => new Promise((resolve) => setTimeout(resolve, resetMs));
    try {
      await port.setSignals({ dataTerminalReady: false, requestToSend: true });
      await pause();
      await port.setSignals({ dataTerminalReady: false, requestToSend: false });
      await pause();
      await port.setSignals({ dataTerminalReady: true, requestToSend: true });
    } catch {
      // A board with USB of its own is gone for a moment; the end of its stream shows that.
    }
  }

  /** A paused monitor continues reading, but the page stands still. */
  setPaused(isPaused: boolean): void {
    this.#held = isPaused ? this.lines() : null;
    this.#change({ isPaused });
  }

  clear(): void {
    this.#ring.clear();
    this.#numbers.clear();
    if (this.#held) this.#held = [];
    this.#change({});
  }

  /** All lines that are stored, oldest first; while paused those that are shown. */
  lines(): readonly SerialLine[] {
    if (this.#held) return this.#held;
    const rest = this.#unfinished();
    return rest ? [...this.#ring.toArray(), rest] : this.#ring.toArray();
  }

  plot(): PlotData {
    return this.#numbers.data();
  }

  async #read(port: SerialPort): Promise<void> {
    let failure: Failure | null = null;
    try {
      await this.#readAll(port);
    } catch {
      failure = failureOf(new BoardLost(), 'monitoring');
    }
    this.#port = null;
    this.#reader = null;
    // A board that takes nothing would hold the port.
    this.#writer?.abort().catch(() => undefined);
    this.#writer?.releaseLock();
    await port.close().catch(() => undefined);
    this.#change({ state: 'closed', failure });
  }

  async #readAll(port: SerialPort): Promise<void> {
    // A framing error or a full buffer ends the stream, and a new one takes its place; a board that is gone has none.
    while (port.readable) {
      const reader = port.readable.getReader();
      this.#reader = reader;
      try {
        for (;;) {
          const { value, done } = await reader.read();
          if (done) return;
          this.#take(value);
        }
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 0));
      } finally {
        reader.releaseLock();
      }
    }
    throw new BoardLost();
  }

  #take(bytes: Uint8Array): void {
    const at = Date.now();
    for (const text of this.#splitter.split(bytes)) {
      this.#ring.push(at, text);
      this.#numbers.add(readNumbers(text), at);
    }
    this.#drawTimer ??= setTimeout(() => this.#change({}), drawEveryMs);
  }

  #unfinished(): SerialLine | null {
    const text = this.#splitter.rest;
    return text === '' ? null : { id: -1, at: Date.now(), text };
  }

  #change(change: Partial<Pick<MonitorView, 'state' | 'failure' | 'isPaused'>>): void {
    clearTimeout(this.#drawTimer);
    this.#drawTimer = undefined;
    this.#view = { ...this.#view, ...change, ...this.#snapshot() };
    for (const listener of this.#listeners) listener();
  }

  #snapshot(): Pick<MonitorView, 'count' | 'line'> {
    const held = this.#held;
    if (held) return { count: held.length, line: (index) => held[index] };
    const rest = this.#unfinished();
    const whole = this.#ring.length;
    return {
      count: whole + (rest ? 1 : 0),
      line: (index) => (index < whole ? this.#ring.at(index) : (rest ?? undefined)),
    };
  }
}
