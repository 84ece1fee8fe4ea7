/** What carries the messages of a link. It may lose, repeat and reorder them, as NATS does while one of its servers is replaced. */
export interface Carrier {
  publish(message: Buffer): void;
}

interface LinkOptions extends Carrier {
  /** Called with each batch once, in the order in which the other end sent them. */
  onBatch(batch: Buffer): void;
  /** Called when a link that was full has room again. */
  onRoom(): void;
  /** Called once, when the other end has been silent for 15 s, or has lost what this one was not told. */
  onLost(): void;
}

const kinds = { batch: 0, status: 1 } as const;
/** Kind, number, acknowledged number. */
const headerBytes = 13;
/** … and whether to send again, a stamp, and the stamp that is answered. */
const statusBytes = headerBytes + 17;
/** Of what is not acknowledged; what more there is waits at its source. */
const windowBytes = 4 * 1024 ** 2;
const acknowledgeEachBytes = 512 * 1024;
/** `tick` is called each second. A link ends after so many ticks of silence: while the process stands still, none goes by. */
const silentTicks = 15;

/**
 * Carries batches of bytes to the other end, each once and in order, over something that may lose messages. What is not acknowledged is kept
 * and sent again when the other end misses it: go-back-N, as in https://www.rfc-editor.org/rfc/rfc3366#section-1.3.
 */
export class Link {
  readonly #options: LinkOptions;
  /** Sent and not acknowledged, the oldest first. */
  readonly #kept: { readonly number: number; readonly message: Buffer }[] = [];
  #keptBytes = 0;
  #sent = 0;
  #received = 0;
  #unacknowledgedBytes = 0;
  /** The number for which sending again was requested, so that each gap is requested once between two ticks. */
  #requestedAfter = -1;
  #silentFor = 0;
  #isEnded = false;
  #wasFull = false;
  /** The newest round trip, ms; null: not measured yet. */
  delayMs: number | null = null;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  get isFull(): boolean {
    this.#wasFull ||= this.#keptBytes >= windowBytes;
    return this.#wasFull;
  }

  send(batch: readonly Buffer[]): void {
    if (this.#isEnded) return;
    this.#sent += 1;
    const message = Buffer.concat([this.#header(kinds.batch, this.#sent), ...batch]);
    this.#kept.push({ number: this.#sent, message });
    this.#keptBytes += message.length;
    this.#unacknowledgedBytes = 0;
    this.#options.publish(message);
  }

  /** Takes a message of the other end. */
  receive(message: Buffer): void {
    if (this.#isEnded || message.length < headerBytes) return;
    this.#silentFor = 0;
    const number = message.readUIntBE(1, 6);
    this.#acknowledged(message.readUIntBE(7, 6));
    if (message[0] === kinds.batch) this.#batch(number, message);
    else if (message.length >= statusBytes) this.#status(number, message);
  }

  /** To be called each second: finds what was lost at the end, and an end that is silent. */
  tick(): void {
    if (this.#isEnded) return;
    this.#silentFor += 1;
    if (this.#silentFor > silentTicks) {
      this.end();
      this.#options.onLost();
      return;
    }
    this.#requestedAfter = -1;
    this.#publishStatus({ stamp: performance.now() });
  }

  /** Sends and hears nothing from now on. */
  end(): void {
    this.#isEnded = true;
    this.#kept.length = 0;
  }

  #batch(number: number, message: Buffer): void {
    if (number <= this.#received) return;
    if (number > this.#received + 1) {
      this.#requestMissing();
      return;
    }
    this.#received = number;
    this.#unacknowledgedBytes += message.length;
    this.#options.onBatch(message.subarray(headerBytes));
    if (this.#unacknowledgedBytes >= acknowledgeEachBytes) this.#publishStatus({});
  }

  #status(number: number, message: Buffer): void {
    const answers = message.readDoubleBE(headerBytes + 9);
    const stamp = message.readDoubleBE(headerBytes + 1);
    if (answers > 0) this.delayMs = performance.now() - answers;
    if (message[headerBytes] === 1) for (const kept of this.#kept) this.#options.publish(kept.message);
    if (number > this.#received) this.#requestMissing();
    else if (stamp > 0) this.#publishStatus({ answers: stamp });
  }

  #acknowledged(number: number): void {
    let count = 0;
    for (const kept of this.#kept) {
      if (kept.number > number) break;
      this.#keptBytes -= kept.message.length;
      count += 1;
    }
    if (count > 0) this.#kept.splice(0, count);
    if (!this.#wasFull || this.#keptBytes > windowBytes / 2) return;
    this.#wasFull = false;
    this.#options.onRoom();
  }

  #requestMissing(): void {
    if (this.#requestedAfter === this.#received) return;
    this.#requestedAfter = this.#received;
    this.#publishStatus({ sendAgain: true });
  }

  #publishStatus({ sendAgain = false, stamp = 0, answers = 0 }): void {
    this.#unacknowledgedBytes = 0;
    const status = Buffer.alloc(statusBytes - headerBytes);
    status[0] = sendAgain ? 1 : 0;
    status.writeDoubleBE(stamp, 1);
    status.writeDoubleBE(answers, 9);
    this.#options.publish(Buffer.concat([this.#header(kinds.status, this.#sent), status]));
  }

  #header(kind: number, number: number): Buffer {
    const header = Buffer.allocUnsafe(headerBytes);
    header[0] = kind;
    header.writeUIntBE(number, 1, 6);
    header.writeUIntBE(this.#received, 7, 6);
    return header;
  }
}
