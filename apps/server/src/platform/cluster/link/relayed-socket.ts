import { Duplex } from 'node:stream';

/** Which port a client connected to. */
export type PortKind = 'boards' | 'web' | 'ota';

/** A client that connected to another server. */
export interface Client {
  readonly kind: PortKind;
  /** Of a board its own, also behind a proxy that named it; else that of the TCP connection. */
  readonly address: string;
  readonly port: number;
}

/** How a socket reaches the other end of its link. */
export interface SocketLink {
  /** How many messages were published over its sockets so far. */
  messages: number;
  /** Sends bytes of the socket; false: the link is full, and `onWritable` is called when it is not. */
  sendData(socket: RelayedSocket, chunk: Buffer): boolean;
  /** Nothing more follows. */
  sendEnd(socket: RelayedSocket): void;
  /** The socket is gone here. */
  sendClose(socket: RelayedSocket): void;
  /** So many more bytes may be sent by the other end. */
  sendCredit(socket: RelayedSocket, bytes: number): void;
}

/** What one end may send before the other one has read it. */
const windowBytes = 256 * 1024;
/** … until the other one sends something: by then a board has been let in, or is about to be cut off. */
const firstWindowBytes = 64 * 1024;
const maxChunkBytes = 64 * 1024;

/** Larger than any port: it names a connection of a link, as two ends do for one of TCP. */
let nextLocalPort = 65_536;

/** One end of a connection that another server accepted, used like a TCP socket. */
export class RelayedSocket extends Duplex {
  readonly number: number;
  readonly client: Client;
  /** Counts the messages that clients of the other end publish. */
  readonly origin: { messages: number };
  readonly localPort = nextLocalPort++;
  bytesRead = 0;
  bytesWritten = 0;
  readonly #link: SocketLink;
  #credit = firstWindowBytes;
  /** What the other end may send before it is read. */
  #window = firstWindowBytes;
  /** What the other end has sent and was not credited for yet. */
  #owed = 0;
  #isRead = true;
  #waiting: { readonly rest: Buffer; readonly done: () => void } | undefined;
  #hasEnded = false;
  /** The other end is gone. */
  #isLeft = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(number: number, client: Client, link: SocketLink) {
    super({ allowHalfOpen: false, highWaterMark: maxChunkBytes });
    this.number = number;
    this.client = client;
    this.origin = link;
    this.#link = link;
  }

  get remoteAddress(): string {
    return this.client.address;
  }

  get remotePort(): number {
    return this.client.port;
  }

  /** Of the other end: bytes that it sent. Throws a RangeError for more than it may. */
  received(chunk: Buffer): void {
    if (this.destroyed) return;
    this.bytesRead += chunk.length;
    this.#owed += chunk.length;
    if (this.#hasEnded || this.#owed > this.#window) throw new RangeError('A connection sends more than it may');
    this.#timer?.refresh();
    // A few bytes that wait to be read would keep the whole message in which they came.
    this.#isRead = this.push(Buffer.from(chunk));
    if (this.#isRead) this.#giveCredit();
  }

  /** … it sends nothing more. */
  receivedEnd(): void {
    if (this.#hasEnded || this.destroyed) return;
    this.#hasEnded = true;
    this.push(null);
  }

  /** … it is gone: `left` is emitted. What it sent before is still read, as with TCP. */
  receivedClose(): void {
    this.#isLeft = true;
    this.receivedEnd();
    this.#continue();
    this.emit('left');
  }

  /** … it has read so much. Throws a RangeError for more than was sent. */
  receivedCredit(bytes: number): void {
    this.#credit += bytes;
    if (this.#credit > windowBytes) throw new RangeError('A connection has read more than it was sent');
    this.#timer?.refresh();
    this.#continue();
  }

  /** The link has room again. */
  onWritable(): void {
    this.#continue();
  }

  /** As of a TCP socket: ends when everything is written. */
  destroySoon(): void {
    this.end(() => this.destroy());
  }

  /** As of a TCP socket: `timeout` is emitted when nothing was sent or received for so long; 0: never. */
  setTimeout(ms: number, listener?: () => void): this {
    if (this.destroyed) return this;
    clearTimeout(this.#timer);
    this.#timer = ms > 0 ? setTimeout(() => this.emit('timeout'), ms).unref() : undefined;
    if (listener && ms > 0) this.once('timeout', listener);
    else if (listener) this.off('timeout', listener);
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  override _read(): void {
    this.#isRead = true;
    this.#giveCredit();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#timer?.refresh();
    this.#widen();
    this.#send(chunk, done);
  }

  override _final(done: () => void): void {
    if (!this.#isLeft) this.#link.sendEnd(this);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer);
    this.#link.sendClose(this);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.done();
    done(error);
  }

  #continue(): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    this.#waiting = undefined;
    this.#send(waiting.rest, waiting.done);
  }

  #send(chunk: Buffer, done: () => void): void {
    let rest = chunk;
    let isWritable = true;
    while (rest.length > 0 && this.#credit > 0 && isWritable && !this.#isLeft) {
      const piece = rest.subarray(0, Math.min(maxChunkBytes, this.#credit));
      rest = rest.subarray(piece.length);
      this.#credit -= piece.length;
      this.bytesWritten += piece.length;
      isWritable = this.#link.sendData(this, piece);
    }
    // What nobody can read any more is written to nobody, as by TCP.
    if (this.#isLeft || (rest.length === 0 && isWritable)) done();
    else this.#waiting = { rest, done };
  }

  #widen(): void {
    if (this.#window === windowBytes || this.#isLeft) return;
    this.#window = windowBytes;
    this.#link.sendCredit(this, windowBytes - firstWindowBytes);
  }

  #giveCredit(): void {
    if (this.#owed < this.#window / 4 || this.#isLeft) return;
    this.#link.sendCredit(this, this.#owed);
    this.#owed = 0;
  }
}
