/** What carries the messages of a link. It may lose, repeat and reorder them, as NATS does while one of its servers is replaced. */
export interface Carrier {
  publish(message: Buffer): void;
}

interface LinkOptions extends Carrier {
  /** Called with each batch once, in the order in which the other end sent them. */
  onBatch(batch: Buffer): void;
  /** Called when a link that was full has room again. */
  onWritable(): void;
  /** Called when the other end has responded to what was sent at an instant of `performance.now()`. */
  onEcho(at: number): void;
  /** Called once, when the other end has ended the link, has been silent for 15 s, or has acknowledged nothing for as long. */
  onLost(why: string): void;
}

const kinds = { batch: 0, status: 1, end: 2 } as const;
/** Kind, round, number, acknowledged number. */
const headerBytes = 17;
/** … and the round of the other end in which something was missed (0: nothing was), a stamp, and the stamp of the other end that is echoed. */
const statusBytes = headerBytes + 20;
/** Of what is not acknowledged; what more there is waits at its source. */
const windowBytes = 4 * 1024 ** 2;
const acknowledgeEachBytes = 512 * 1024;
/** `tick` is called each second. A link ends after so many ticks of silence: while the process stands still, none goes by. */
const silentTicks = 15;

/**
 * Carries batches of bytes to the other end, each once and in order, over something that may lose messages. What is not acknowledged is retained
 * and sent again when the other end misses it: go-back-N, as in https://www.rfc-editor.org/rfc/rfc3366#section-1.3. Each sending again starts
 * a round, which every message names: a request is followed only if something of the newest round was missed, so none is followed twice.
 */
export class Link {
  readonly #options: LinkOptions;
  /** Sent and not acknowledged, the oldest first. */
  readonly #unacknowledged: { readonly number: number; readonly message: Buffer }[] = [];
  #windowUsed = 0;
  #sent = 0;
  #received = 0;
  #bytesToAcknowledge = 0;
  #round = 1;
  /** The newest round of the other end in which something was missed, so that it is requested once between two ticks. */
  #requestedRound = 0;
  #silentFor = 0;
  /** Ticks in which nothing was acknowledged of what was sent: such as when NATS takes no message of its size. */
  #unacknowledgedFor = 0;
  #isEnded = false;
  #wasFull = false;
  /** The newest round trip, ms; null: not measured yet. */
  delayMs: number | null = null;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  get isFull(): boolean {
    this.#wasFull ||= this.#windowUsed >= windowBytes;
    return this.#wasFull;
  }

  send(batch: readonly Buffer[]): void {
    if (this.#isEnded) return;
    this.#sent += 1;
    const message = Buffer.concat([this.#header(kinds.batch, this.#sent), ...batch]);
    this.#unacknowledged.push({ number: this.#sent, message });
    this.#windowUsed += message.length;
    this.#bytesToAcknowledge = 0;
    this.#options.publish(message);
  }

  /** Takes a message of the other end. */
  receive(message: Buffer): void {
    if (this.#isEnded || message.length < headerBytes) return;
    this.#silentFor = 0;
    const kind = message[0];
    if (kind === kinds.end) {
      this.#lose('the other end has ended it');
      return;
    }
    this.#acknowledged(message.readUIntBE(11, 6));
    if (kind === kinds.batch) this.#batch(message);
    else if (message.length >= statusBytes) this.#status(message);
  }

  /** To be called each second: finds what was lost at the end, and an end that is silent. */
  tick(): void {
    if (this.#isEnded) return;
    this.#silentFor += 1;
    if (this.#silentFor > silentTicks) {
      this.#lose('nothing was heard for 15 s');
      return;
    }
    this.#unacknowledgedFor = this.#unacknowledged.length > 0 ? this.#unacknowledgedFor + 1 : 0;
    if (this.#unacknowledgedFor > silentTicks) {
      this.#lose('nothing was acknowledged for 15 s');
      return;
    }
    this.#requestedRound = 0;
    this.ping();
  }

  /** Has the other end respond. */
  ping(): void {
    this.#publishStatus({ stamp: performance.now() });
  }

  /** Sends and hears nothing from now on; the other end hears of it. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#unacknowledged.length = 0;
    this.#options.publish(this.#header(kinds.end, this.#sent));
  }

  #lose(why: string): void {
    this.end();
    this.#options.onLost(why);
  }

  #batch(message: Buffer): void {
    const number = message.readUIntBE(5, 6);
    if (number <= this.#received) return;
    if (number > this.#received + 1) {
      this.#requestMissing(message);
      return;
    }
    this.#received = number;
    this.#bytesToAcknowledge += message.length;
    this.#options.onBatch(message.subarray(headerBytes));
    if (this.#bytesToAcknowledge >= acknowledgeEachBytes) this.#publishStatus({});
  }

  #status(message: Buffer): void {
    const stamp = message.readDoubleBE(headerBytes + 4);
    const echo = message.readDoubleBE(headerBytes + 12);
    if (echo > 0) {
      this.delayMs = performance.now() - echo;
      this.#options.onEcho(echo);
    }
    if (message.readUInt32BE(headerBytes) === this.#round) this.#sendAgain();
    if (message.readUIntBE(5, 6) > this.#received) this.#requestMissing(message);
    else if (stamp > 0) this.#publishStatus({ echo: stamp });
  }

  #sendAgain(): void {
    this.#round += 1;
    for (const { number, message } of this.#unacknowledged)
      this.#options.publish(Buffer.concat([this.#header(kinds.batch, number), message.subarray(headerBytes)]));
  }

  #acknowledged(number: number): void {
    let count = 0;
    for (const sent of this.#unacknowledged) {
      if (sent.number > number) break;
      this.#windowUsed -= sent.message.length;
      count += 1;
    }
    if (count > 0) {
      this.#unacknowledged.splice(0, count);
      this.#unacknowledgedFor = 0;
    }
    if (!this.#wasFull || this.#windowUsed > windowBytes / 2) return;
    this.#wasFull = false;
    this.#options.onWritable();
  }

  /** Something before this message was lost. */
  #requestMissing(message: Buffer): void {
    const round = message.readUInt32BE(1);
    if (round <= this.#requestedRound) return;
    this.#requestedRound = round;
    this.#publishStatus({ missedIn: round });
  }

  #publishStatus({ missedIn = 0, stamp = 0, echo = 0 }): void {
    if (this.#isEnded) return;
    this.#bytesToAcknowledge = 0;
    const status = Buffer.allocUnsafe(statusBytes - headerBytes);
    status.writeUInt32BE(missedIn);
    status.writeDoubleBE(stamp, 4);
    status.writeDoubleBE(echo, 12);
    this.#options.publish(Buffer.concat([this.#header(kinds.status, this.#sent), status]));
  }

  #header(kind: number, number: number): Buffer {
    const header = Buffer.allocUnsafe(headerBytes);
    header[0] = kind;
    header.writeUInt32BE(this.#round, 1);
    header.writeUIntBE(number, 5, 6);
    header.writeUIntBE(this.#received, 11, 6);
    return header;
  }
}
