import { EventEmitter, once } from 'node:events';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import type { TestTime } from '../test-time.ts';
import { PacketStream, packet, readPublish, text } from './protocol-packets.ts';

export interface ProtocolBoardOptions {
  readonly port: number;
  readonly espid: string;
  readonly username: string;
  readonly password?: string;
  readonly keepAliveSeconds?: number;
  readonly tls?: ConnectionOptions;
  /** The time of the server's process, which passes while the board waits for what the server sends later. */
  readonly time?: TestTime;
}

/** A publication that came from the server; `at` is of Date.now(). */
export interface Received {
  readonly topic: string;
  readonly subtopic: string;
  readonly payload: Buffer;
  readonly text: string;
  readonly at: number;
}

interface Expected {
  readonly topic: string;
  readonly payload: Buffer;
}

export interface Connack {
  readonly code: number;
  readonly sessionPresent: boolean;
}

/**
 * A board written from the protocol sheet alone, byte by byte over TLS 1.2 with nothing verified: header and payload of a publication
 * leave in two writes, as the library sends them (1.1). What the sheet forbids a server to send is recorded in `violations`.
 */
export class ProtocolBoard {
  readonly options: ProtocolBoardOptions;
  /** What the server sent of its own accord, oldest first; `message` takes out of it. */
  readonly inbox: Received[] = [];
  /** What the board published itself, in the order in which it came back. */
  readonly echoes: Received[] = [];
  readonly violations: string[] = [];
  readonly #changes = new EventEmitter().setMaxListeners(0);
  #socket: TLSSocket;
  #awaited: Expected[] = [];
  #responses: { readonly type: number; readonly body: Buffer }[] = [];
  #packetId = 0;

  private constructor(options: ProtocolBoardOptions, socket: TLSSocket) {
    this.options = options;
    this.#socket = socket;
    this.#listen(socket);
  }

  /** Opens a TLS connection and nothing else. */
  static async open(options: ProtocolBoardOptions): Promise<ProtocolBoard> {
    return new ProtocolBoard(options, await openSocket(options));
  }

  /** Opens a connection and sends CONNECT; code 0 of the response means accepted. */
  static async connect(options: ProtocolBoardOptions): Promise<{ board: ProtocolBoard; connack: Connack }> {
    const board = await ProtocolBoard.open(options);
    return { board, connack: await board.login() };
  }

  get isClosed(): boolean {
    return this.#socket.destroyed || this.#socket.readableEnded;
  }

  get cipher(): string {
    return this.#socket.getCipher().name;
  }

  /** CONNECT as 1.2 shows it: level 4, clean session, user name and password, no will. */
  async login(): Promise<Connack> {
    const { espid, username, password = 'cynoiotbundle', keepAliveSeconds = 10 } = this.options;
    const flags = Buffer.from([4, 0xc2, keepAliveSeconds >> 8, keepAliveSeconds & 0xff]);
    this.send(packet(0x10, [text('MQTT'), flags, text(espid), text(username), text(password)]));
    const body = await this.#responseOf(2);
    return { code: body[1] ?? -1, sessionPresent: ((body[0] ?? 0) & 1) === 1 };
  }

  /** What the library does when the server hangs up: connects again at once, and reports nothing of it (1.6). */
  async reconnectSilently(): Promise<Connack> {
    this.#socket.destroy();
    this.#awaited = [];
    this.#responses = [];
    this.#socket = await openSocket(this.options);
    this.#listen(this.#socket);
    return this.login();
  }

  /** Returns the return code of SUBACK. */
  async subscribe(filter = `/${this.options.espid}/#`): Promise<number> {
    this.#packetId += 1;
    const id = Buffer.from([this.#packetId >> 8, this.#packetId & 0xff]);
    this.send(packet(0x82, [id, text(filter), Buffer.from([0])]));
    const body = await this.#responseOf(9);
    if (!body.subarray(0, 2).equals(id)) this.violations.push('SUBACK for another SUBSCRIBE');
    return body[2] ?? -1;
  }

  /** Resolves with PINGRESP: what the server sent before has arrived. */
  async ping(): Promise<void> {
    this.send(packet(0xc0, []));
    await this.#responseOf(13);
  }

  publish(subtopic: string, payload: string | Buffer = ''): void {
    this.publishTo(`/${this.options.espid}/${subtopic}`, payload);
  }

  /** `isEchoed` false: to a topic that is none of the board's. */
  publishTo(topic: string, payload: string | Buffer, { isEchoed = true, retain = false } = {}): void {
    const bytes = Buffer.from(payload);
    if (isEchoed) this.#awaited.push({ topic, payload: bytes });
    const whole = packet(retain ? 0x31 : 0x30, [text(topic), bytes]);
    this.send(whole.subarray(0, whole.length - bytes.length));
    if (bytes.length > 0) this.send(whole.subarray(whole.length - bytes.length));
  }

  send(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  /** Waits until everything published so far has come back, which the library waits a second for. */
  async allEchoed(): Promise<void> {
    await this.#pass(libraryWaitsMs, () => this.#awaited.length === 0);
    await this.#until(() => this.#awaited.length === 0, 'an echo');
  }

  /** The next message of the server on a subtopic, which the server sends within this time; 0: without waiting for anything. */
  async message(subtopic: string, withinMs = 5_000): Promise<Received> {
    const find = () => this.inbox.findIndex((one) => one.subtopic === subtopic);
    if (withinMs > 0 && this.options.time) {
      await this.#pass(withinMs, () => find() >= 0);
      if (find() < 0) throw new Error(`No message on ${subtopic} came within ${withinMs} ms.`);
    }
    await this.#until(() => find() >= 0, `a message on ${subtopic}`);
    return this.inbox.splice(find(), 1)[0] as Received;
  }

  /** The leaves of what the server sent within a time from now, and before. */
  async leavesWithin(ms: number): Promise<string[]> {
    await this.#pass(ms);
    return this.inbox.map(({ subtopic }) => subtopic);
  }

  /** Resolves when everything that the server sent so far has arrived, or the connection has ended. */
  async drain(): Promise<void> {
    if (this.isClosed) return;
    await this.ping().catch(() => undefined);
  }

  /** Resolves when the server has closed the connection. */
  async whenClosed(): Promise<void> {
    while (!this.isClosed) await once(this.#changes, 'change');
  }

  /** Vanishes without DISCONNECT. */
  destroy(): void {
    this.#socket.destroy();
  }

  #listen(socket: TLSSocket): void {
    const stream = new PacketStream(this.options.espid.startsWith('ESP8266') ? 512 : 1024);
    socket.on('data', (chunk) => {
      try {
        for (const { type, flags, body } of stream.push(chunk)) this.#take(type, flags, body);
      } catch (error) {
        this.violations.push(String(error));
        socket.destroy();
      }
      this.#changes.emit('change');
    });
    socket.on('error', () => undefined);
    for (const end of ['end', 'close']) socket.on(end, () => this.#changes.emit('change'));
  }

  #take(type: number, flags: number, body: Buffer): void {
    if (type !== 3) {
      if (![2, 9, 13].includes(type)) this.violations.push(`a packet of type ${type}`);
      this.#responses.push({ type, body });
      return;
    }
    const { topic, payload } = readPublish(body, flags);
    const own = `/${this.options.espid}/`;
    const received = { topic, subtopic: topic.slice(own.length), payload, text: payload.toString(), at: Date.now() };
    if (flags !== 0) this.violations.push(`flags ${flags} (DUP, QoS or retained) on ${topic}`);
    if (!topic.startsWith(own)) this.violations.push(`a message on ${topic}`);
    const index = this.#awaited.findIndex((one) => one.topic === topic && one.payload.equals(payload));
    const [expected] = index < 0 ? [] : this.#awaited.splice(index, 1);
    if (expected) this.echoes.push(received);
    else this.#takeOwn(received);
  }

  #takeOwn(received: Received): void {
    const { subtopic, payload } = received;
    if (payload.length === 0) this.violations.push(`an empty payload on ${subtopic}`);
    if (payload.includes(0)) this.violations.push(`a NUL byte on ${subtopic}`);
    if (!serverSubtopics.has(subtopic)) this.violations.push(`a message on the leaf ${subtopic}`);
    this.inbox.push(received);
  }

  async #responseOf(type: number): Promise<Buffer> {
    const find = () => this.#responses.findIndex((one) => one.type === type);
    await this.#until(() => find() >= 0, `a packet of type ${type}`);
    return this.#responses.splice(find(), 1)[0]?.body ?? Buffer.alloc(0);
  }

  async #pass(ms: number, until?: () => boolean): Promise<void> {
    await this.options.time?.pass(ms, { until, drain: () => this.drain() });
  }

  async #until(isReached: () => boolean, what: string): Promise<void> {
    while (!isReached()) {
      if (this.isClosed) throw new Error(`The server hung up before ${what} came.`);
      await once(this.#changes, 'change');
    }
  }
}

const libraryWaitsMs = 1_000;

/** All that a server may send (2.1): other leaves could hit one that the library matches by its beginning. */
const serverSubtopics = new Set(['io', 'event', 'timestamps', 'timer', 'automation', 'ota/start', 'reboot', 'reset']);

async function openSocket({ port, tls }: ProtocolBoardOptions): Promise<TLSSocket> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, maxVersion: 'TLSv1.2', ...tls });
  await once(socket, 'secureConnect');
  return socket.setNoDelay(true);
}
