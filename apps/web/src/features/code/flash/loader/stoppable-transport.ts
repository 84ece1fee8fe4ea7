import { Transport } from 'esptool-js';

/** The loader's serial line, which can be cut at any time: the loader itself would wait for a response for minutes. */
export class StoppableTransport extends Transport {
  readonly #stopped: Promise<never>;
  #reject: (reason: Error) => void = () => undefined;
  #reason: Error | null = null;

  constructor(port: SerialPort) {
    super(port);
    this.#stopped = new Promise<never>((_, reject) => {
      this.#reject = reject;
    });
    this.#stopped.catch(() => undefined);
  }

  /** Why it was stopped; null while it runs. */
  get stoppedBy(): Error | null {
    return this.#reason;
  }

  /** Lets every step of the loader fail from now on, also the one that waits. */
  stop(reason: Error): void {
    this.#reason ??= reason;
    this.#reject(this.#reason);
  }

  override read(timeout: number): Promise<Uint8Array> {
    return Promise.race([super.read(timeout), this.#stopped]);
  }

  override write(data: Uint8Array): Promise<void> {
    return this.#unlessStopped(() => super.write(data));
  }

  override setSignals(dtr?: boolean, rts?: boolean, breakSignal?: boolean): Promise<void> {
    return this.#unlessStopped(() => super.setSignals(dtr, rts, breakSignal));
  }

  override setRTS(state: boolean): Promise<void> {
    return this.#unlessStopped(() => super.setRTS(state));
  }

  override setDTR(state: boolean): Promise<void> {
    return this.#unlessStopped(() => super.setDTR(state));
  }

  /** The loader would write its doings to the console of the browser. */
  override trace(): void {}

  #unlessStopped(action: () => Promise<void>): Promise<void> {
    return this.#reason ? this.#stopped : Promise.race([action(), this.#stopped]);
  }
}
