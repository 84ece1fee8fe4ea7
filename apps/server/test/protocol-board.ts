import { EventEmitter, once } from 'node:events';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { PacketStream, packet, readPublish, text } from './protocol-packets.ts';

/** The library waits 1 s (1.4); what matters is measured, so that a busy machine is told from a server that never answers. */
const answerWithinMs = 5_000;

export interface ProtocolBoardOptions {
  readonly port: number;
  readonly espid: string;
  readonly username: string;
  readonly password?: string;
  readonly keepAliveSeconds?: number;
  readonly tls?: ConnectionOptions;
}

/** A publication that came from the server; `at` is of performance.now(). */
export interface Received {
  readonly topic: string;
  readonly leaf: string;
  readonly payload: Buffer;
  readonly text: string;
  readonly at: number;
}

interface Expected {
  readonly topic: string;
  readonly payload: Buffer;
  readonly sentAt: number;
}

export interface Connack {
  readonly code: number;
  readonly sessionPresent: boolean;
  readonly ms: number;
}

/**
 * A board written from the protocol sheet alone, byte by byte over TLS 1.2 with nothing verified: header and payload of a publication
 * leave in two writes, as the library sends them (1.1). What the sheet forbids a server to send is kept in `violations`.
 */
export class ProtocolBoard {
  readonly options: ProtocolBoardOptions;
  /** What the server sent of its own accord, oldest first; `message` takes out of it. */
  readonly inbox: Received[] = [];
  /** How long each echo took, ms, in the order in which they came. */
  readonly echoes: (Received & { readonly ms: number })[] = [];
  readonly violations: string[] = [];
  readonly #changes = new EventEmitter().setMaxListeners(0);
  #socket: TLSSocket;
  #awaited: Expected[] = [];
  #answers: { readonly type: number; readonly body: Buffer; readonly at: number }[] = [];
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

  /** Opens a connection and sends CONNECT; code 0 of the answer means accepted. */
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
  async login(withinMs = answerWithinMs): Promise<Connack> {
    const { espid, username, password = 'cynoiotbundle', keepAliveSeconds = 10 } = this.options;
    const flags = Buffer.from([4, 0xc2, keepAliveSeconds >> 8, keepAliveSeconds & 0xff]);
    const sentAt = performance.now();
    this.send(packet(0x10, [text('MQTT'), flags, text(espid), text(username), text(password)]));
    const { body, at } = await this.#answer(2, withinMs);
    return { code: body[1] ?? -1, sessionPresent: ((body[0] ?? 0) & 1) === 1, ms: at - sentAt };
  }

  /** What the library does when the server hangs up: connects again at once, and says nothing of it (1.6). */
  async reconnectSilently(): Promise<Connack> {
    this.#socket.destroy();
    this.#awaited = [];
    this.#answers = [];
    this.#socket = await openSocket(this.options);
    this.#listen(this.#socket);
    return this.login();
  }

  /** Answers the return code of SUBACK and how long it took. */
  async subscribe(filter = `/${this.options.espid}/#`): Promise<{ code: number; ms: number }> {
    this.#packetId += 1;
    const id = Buffer.from([this.#packetId >> 8, this.#packetId & 0xff]);
    const sentAt = performance.now();
    this.send(packet(0x82, [id, text(filter), Buffer.from([0])]));
    const { body, at } = await this.#answer(9, answerWithinMs);
    if (!body.subarray(0, 2).equals(id)) this.violations.push('SUBACK for another SUBSCRIBE');
    return { code: body[2] ?? -1, ms: at - sentAt };
  }

  /** Answers how long PINGRESP took, ms. */
  async ping(): Promise<number> {
    const sentAt = performance.now();
    this.send(packet(0xc0, []));
    return (await this.#answer(13, answerWithinMs)).at - sentAt;
  }

  publish(leaf: string, payload: string | Buffer = ''): void {
    this.publishTo(`/${this.options.espid}/${leaf}`, payload);
  }

  /** `isEchoed` false: to a topic that is none of the board's. */
  publishTo(topic: string, payload: string | Buffer, { isEchoed = true, retain = false } = {}): void {
    const bytes = Buffer.from(payload);
    if (isEchoed) this.#awaited.push({ topic, payload: bytes, sentAt: performance.now() });
    const whole = packet(retain ? 0x31 : 0x30, [text(topic), bytes]);
    this.send(whole.subarray(0, whole.length - bytes.length));
    if (bytes.length > 0) this.send(whole.subarray(whole.length - bytes.length));
  }

  send(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  /** Waits until everything published so far has come back; answers the longest time that an echo took, ms. */
  async allEchoed(withinMs = answerWithinMs): Promise<number> {
    await this.#until(() => this.#awaited.length === 0, withinMs, 'an echo');
    return Math.max(...this.echoes.map(({ ms }) => ms));
  }

  /** The next message of the server on a leaf. */
  async message(leaf: string, withinMs = 5_000): Promise<Received> {
    await this.#until(() => this.inbox.some((one) => one.leaf === leaf), withinMs, `a message on ${leaf}`);
    const index = this.inbox.findIndex((one) => one.leaf === leaf);
    return this.inbox.splice(index, 1)[0] as Received;
  }

  /** The leaves of what the server sent within a time from now, and before. */
  async leavesWithin(ms: number): Promise<string[]> {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return this.inbox.map(({ leaf }) => leaf);
  }

  /** Resolves when the server has closed the connection. */
  async whenClosed(withinMs = 5_000): Promise<void> {
    await this.#until(() => this.isClosed, withinMs, 'the end of the connection');
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
    socket.on('close', () => this.#changes.emit('change'));
  }

  #take(type: number, flags: number, body: Buffer): void {
    if (type !== 3) {
      if (![2, 9, 13].includes(type)) this.violations.push(`a packet of type ${type}`);
      this.#answers.push({ type, body, at: performance.now() });
      return;
    }
    const { topic, payload } = readPublish(body, flags);
    const own = `/${this.options.espid}/`;
    const received = { topic, leaf: topic.slice(own.length), payload, text: payload.toString(), at: performance.now() };
    if (flags !== 0) this.violations.push(`flags ${flags} (DUP, QoS or retained) on ${topic}`);
    if (!topic.startsWith(own)) this.violations.push(`a message on ${topic}`);
    const index = this.#awaited.findIndex((one) => one.topic === topic && one.payload.equals(payload));
    const [expected] = index < 0 ? [] : this.#awaited.splice(index, 1);
    if (expected) this.echoes.push({ ...received, ms: received.at - expected.sentAt });
    else this.#takeOwn(received);
  }

  #takeOwn(received: Received): void {
    const { leaf, payload } = received;
    if (payload.length === 0) this.violations.push(`an empty payload on ${leaf}`);
    if (payload.includes(0)) this.violations.push(`a NUL byte on ${leaf}`);
    if (!serverLeaves.has(leaf)) this.violations.push(`a message on the leaf ${leaf}`);
    this.inbox.push(received);
  }

  async #answer(type: number, withinMs: number) {
    await this.#until(() => this.#answers.some((one) => one.type === type), withinMs, `a packet of type ${type}`);
    const index = this.#answers.findIndex((one) => one.type === type);
    return this.#answers.splice(index, 1)[0] as { body: Buffer; at: number };
  }

  async #until(isReached: () => boolean, withinMs: number, what: string): Promise<void> {
    const signal = AbortSignal.timeout(Math.max(0, Math.round(withinMs)));
    while (!isReached()) {
      if (this.isClosed) throw new Error(`The server hung up before ${what} came.`);
      await once(this.#changes, 'change', { signal }).catch((cause: unknown) => {
        throw new Error(`No sign of ${what} within ${withinMs} ms.`, { cause });
      });
    }
  }
}

/** All that a server may send (2.1): other leaves could hit one that the library matches by its beginning. */
const serverLeaves = new Set(['io', 'event', 'timestamps', 'timer', 'automation', 'ota/start', 'reboot', 'reset']);

async function openSocket({ port, tls }: ProtocolBoardOptions): Promise<TLSSocket> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, maxVersion: 'TLSv1.2', ...tls });
  await once(socket, 'secureConnect');
  return socket.setNoDelay(true);
}
