import { z } from 'zod';
import { type Frame, frameHeader, framesOf, frameTypes } from './frames.ts';
import { type Carrier, Link } from './link.ts';
import { type Client, RelayedSocket, type SocketLink } from './relayed-socket.ts';

interface MultiplexerOptions extends Carrier {
  /** Called with each connection that the other end opens. */
  onConnection?(socket: RelayedSocket): void;
  /** Called with what the other end sent by `message`. */
  onMessage(content: unknown): void;
  /** Called once, when the other end is lost, or sends what nobody understands. All sockets are closed by then. */
  onLost(why: string): void;
}

const client = z.object({ kind: z.enum(['boards', 'web', 'ota']), address: z.string().max(100), port: z.number() });

const tickMs = 1_000;
/** Of one message, without its header: a server of NATS takes 1 MB unless it is configured otherwise. */
const maxBatchBytes = 256 * 1024;
/** What waits for room in the link; above it the sources wait. */
const maxQueuedBytes = 2 * 1024 ** 2;
/** Of a client, or of what servers send to each other. */
const maxJsonBytes = 1_024;
const empty = Buffer.alloc(0);

/** Carries many connections over one link. What one turn of the event loop sends leaves as one message. */
export class Multiplexer implements SocketLink {
  readonly #options: MultiplexerOptions;
  readonly #link: Link;
  readonly #sockets = new Map<number, RelayedSocket>();
  readonly #ticking: NodeJS.Timeout;
  #queue: Frame[] = [];
  #queuedBytes = 0;
  #isScheduled = false;
  #isEnded = false;
  /** Those whose bytes wait for room. */
  readonly #waiting = new Set<RelayedSocket>();
  #opened = 0;
  #roundTrips: { readonly since: number; readonly resolve: () => void }[] = [];
  messages = 0;

  constructor(options: MultiplexerOptions) {
    this.#options = options;
    this.#link = new Link({
      publish: (message) => options.publish(message),
      onBatch: (batch) => this.#take(batch),
      onWritable: () => this.#schedule(),
      onEcho: (at) => this.#echoed(at),
      onLost: (why) => this.#lose(why),
    });
    this.#ticking = setInterval(() => this.#link.tick(), tickMs);
  }

  /** The newest round trip, ms; null: not measured yet. */
  get delayMs(): number | null {
    return this.#link.delayMs;
  }

  /** The open connections. */
  get sockets(): Iterable<RelayedSocket> {
    return this.#sockets.values();
  }

  /** Resolves when the other end has responded to something that was sent after this call; not if the link ends before. */
  roundTrip(): Promise<void> {
    return new Promise((resolve) => {
      this.#roundTrips.push({ since: performance.now(), resolve });
      if (this.#roundTrips.length === 1) this.#link.ping();
    });
  }

  /** Takes a message of the other end. */
  receive(message: Buffer): void {
    try {
      this.#link.receive(message);
    } catch (error) {
      this.#lose((error as Error).message);
    }
  }

  /** Opens a connection to the other end. */
  open(of: Client): RelayedSocket {
    this.#opened += 1;
    const socket = new RelayedSocket(this.#opened, of, this);
    this.#sockets.set(socket.number, socket);
    this.#send(frameTypes.open, socket.number, Buffer.from(JSON.stringify(of)));
    return socket;
  }

  /** Sends something that is plain JSON. */
  message(content: object): void {
    this.#send(frameTypes.message, 0, Buffer.from(JSON.stringify(content)));
  }

  /** Closes all connections, also at the other end. */
  end(): void {
    if (this.#isEnded) return;
    for (const socket of [...this.#sockets.values()]) socket.destroy();
    this.#flush();
    this.#stop();
  }

  sendData(socket: RelayedSocket, chunk: Buffer): boolean {
    this.#send(frameTypes.data, socket.number, chunk);
    if (this.#queuedBytes < maxQueuedBytes) return true;
    this.#waiting.add(socket);
    return false;
  }

  sendEnd(socket: RelayedSocket): void {
    this.#send(frameTypes.end, socket.number, empty);
  }

  sendClose(socket: RelayedSocket): void {
    this.#waiting.delete(socket);
    if (this.#sockets.delete(socket.number)) this.#send(frameTypes.close, socket.number, empty);
  }

  sendCredit(socket: RelayedSocket, bytes: number): void {
    const payload = Buffer.allocUnsafe(4);
    payload.writeUInt32BE(bytes);
    this.#send(frameTypes.credit, socket.number, payload);
  }

  #send(type: number, connection: number, payload: Buffer): void {
    if (this.#isEnded) return;
    this.#queue.push({ type, connection, payload });
    this.#queuedBytes += payload.length;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isEnded) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    let next = 0;
    while (next < this.#queue.length && !this.#link.isFull) next = this.#sendBatch(next);
    this.#queue = next === this.#queue.length ? [] : this.#queue.slice(next);
    if (this.#waiting.size === 0 || this.#queuedBytes > maxQueuedBytes / 2) return;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const socket of waiting) socket.onWritable();
  }

  /** Sends a batch from this place of the queue on, and returns the place after it. */
  #sendBatch(start: number): number {
    const batch: Buffer[] = [];
    let bytes = 0;
    let next = start;
    for (; next < this.#queue.length; next += 1) {
      const frame = this.#queue[next] as Frame;
      if (bytes > 0 && bytes + frame.payload.length > maxBatchBytes) break;
      const header = frameHeader(frame);
      batch.push(header, frame.payload);
      bytes += header.length + frame.payload.length;
      this.#queuedBytes -= frame.payload.length;
    }
    this.#link.send(batch);
    return next;
  }

  #take(batch: Buffer): void {
    for (const { type, connection, payload } of framesOf(batch)) {
      if (type === frameTypes.open) this.#accept(connection, payload);
      else if (type === frameTypes.message) this.#options.onMessage(parseJson(payload));
      else this.#pass(type, connection, payload);
    }
  }

  #accept(number: number, payload: Buffer): void {
    const { onConnection } = this.#options;
    if (!onConnection) throw new RangeError('No connections are taken here');
    if (this.#sockets.has(number)) throw new RangeError('A connection is opened twice');
    const socket = new RelayedSocket(number, client.parse(parseJson(payload)), this);
    this.#sockets.set(number, socket);
    onConnection(socket);
  }

  #pass(type: number, connection: number, payload: Buffer): void {
    if (type > frameTypes.message) throw new RangeError('A frame has an unknown type');
    const socket = this.#sockets.get(connection);
    // It is gone here, which the other end is about to hear.
    if (!socket) return;
    if (type === frameTypes.data) socket.received(payload);
    else if (type === frameTypes.end) socket.receivedEnd();
    else if (type === frameTypes.credit) socket.receivedCredit(payload.readUInt32BE());
    else if (type === frameTypes.close) {
      this.#sockets.delete(connection);
      socket.receivedClose();
    }
  }

  #echoed(at: number): void {
    const made = this.#roundTrips.filter(({ since }) => since <= at);
    this.#roundTrips = this.#roundTrips.filter(({ since }) => since > at);
    for (const { resolve } of made) resolve();
    if (made.length > 0 && this.#roundTrips.length > 0) this.#link.ping();
  }

  #lose(why: string): void {
    if (this.#isEnded) return;
    this.#stop();
    this.#options.onLost(why);
  }

  #stop(): void {
    this.#isEnded = true;
    clearInterval(this.#ticking);
    this.#link.end();
    this.#queue = [];
    for (const socket of [...this.#sockets.values()]) socket.destroy();
    this.#sockets.clear();
  }
}

function parseJson(payload: Buffer): unknown {
  if (payload.length > maxJsonBytes) throw new RangeError('A frame is too long');
  return JSON.parse(payload.toString());
}
