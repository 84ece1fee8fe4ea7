import { EventEmitter, once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import {
  generate,
  type IConnackPacket,
  type IPublishPacket,
  type ISubackPacket,
  type Packet,
  parser,
} from 'mqtt-packet';

export interface BoardOptions {
  readonly port: number;
  readonly espid: string;
  readonly username: string;
  readonly password?: string;
  /** Default: an hour, so that a board of a slow test is not cut off. */
  readonly keepalive?: number;
  /** The address of this machine that it comes from, such as 127.0.0.2. */
  readonly from?: string;
}

/**
 * A board for tests, written from the protocol sheet alone: raw MQTT 3.1.1 packets over unverified TLS 1.2, as an ESP8266
 * sends them. It keeps every packet that it receives.
 */
export class TestBoard {
  readonly espid: string;
  readonly received: Packet[] = [];
  readonly #events = new EventEmitter();
  readonly #socket: ReturnType<typeof connectTls>;
  #messageId = 0;

  constructor(options: BoardOptions) {
    this.espid = options.espid;
    const { port, from } = options;
    this.#socket = connectTls({
      port,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      maxVersion: 'TLSv1.2',
      ...(from !== undefined && { localAddress: from }),
    });
    const incoming = parser({ protocolVersion: 4 });
    incoming.on('packet', (packet) => {
      this.received.push(packet);
      this.#events.emit('packet');
    });
    this.#socket.on('data', (chunk) => incoming.parse(chunk));
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => this.#events.emit('packet'));
    this.send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      keepalive: options.keepalive ?? 3_600,
      clientId: options.espid,
      username: options.username,
      password: Buffer.from(options.password ?? 'cynoiotbundle'),
    });
  }

  /** Connects and waits for the CONNACK; `returnCode` 0 means accepted. */
  static async connect(options: BoardOptions): Promise<{ board: TestBoard; returnCode: number }> {
    const board = new TestBoard(options);
    const connack = await board.next((packet): packet is IConnackPacket => packet.cmd === 'connack');
    return { board, returnCode: connack.returnCode ?? -1 };
  }

  get closed(): boolean {
    return this.#socket.destroyed || this.#socket.readableEnded;
  }

  send(packet: Packet): void {
    this.#socket.write(generate(packet, { protocolVersion: 4 }));
  }

  publish(subtopic: string, payload: string | Buffer, qos: 0 | 1 = 0): number {
    return this.publishTo(`/${this.espid}/${subtopic}`, payload, qos);
  }

  publishTo(topic: string, payload: string | Buffer, qos: 0 | 1 = 0): number {
    this.#messageId += 1;
    const messageId = this.#messageId;
    this.send({ cmd: 'publish', topic, payload, qos, retain: false, dup: false, ...(qos > 0 && { messageId }) });
    return messageId;
  }

  async subscribe(filter = `/${this.espid}/#`): Promise<number> {
    this.#messageId += 1;
    const messageId = this.#messageId;
    this.send({ cmd: 'subscribe', messageId, subscriptions: [{ topic: filter, qos: 0 }] });
    const suback = await this.next(
      (packet): packet is ISubackPacket => packet.cmd === 'suback' && packet.messageId === messageId,
    );
    return suback.granted[0] as number;
  }

  /** The first packet received so far or from now on that fits; it is taken out of `received`. */
  async next<T extends Packet>(fits: (packet: Packet) => packet is T): Promise<T> {
    for (;;) {
      const index = this.received.findIndex(fits);
      if (index >= 0) return this.received.splice(index, 1)[0] as T;
      if (this.closed) throw new Error('The server closed the connection.');
      await once(this.#events, 'packet');
    }
  }

  /** The next publication on this subtopic, as text. */
  async message(subtopic: string): Promise<IPublishPacket & { text: string }> {
    const topic = `/${this.espid}/${subtopic}`;
    const packet = await this.next((one): one is IPublishPacket => one.cmd === 'publish' && one.topic === topic);
    return { ...packet, text: packet.payload.toString() };
  }

  async puback(messageId: number): Promise<void> {
    await this.next(
      (packet): packet is Packet & { cmd: 'puback' } => packet.cmd === 'puback' && packet.messageId === messageId,
    );
  }

  /** Resolves when the server has closed the connection. */
  async whenClosed(): Promise<void> {
    if (!this.closed) await once(this.#socket, 'close');
  }

  /** Sends DISCONNECT as MQTT requires, then closes. */
  async end(): Promise<void> {
    if (this.closed) return;
    this.send({ cmd: 'disconnect' });
    this.#socket.end();
    await once(this.#socket, 'close');
  }

  /** Vanishes without a word. */
  destroy(): void {
    this.#socket.destroy();
  }
}
