import { connect as connectTcp, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import mqtt, { type IConnectPacket, type IPublishPacket, type Packet } from 'mqtt-packet';

type Command = NonNullable<Packet['cmd']>;
type Received<C extends Command> = Extract<Packet, { cmd: C }>;

/** A peer that sends what it is given, byte for byte, and keeps what it gets; the codec is not the broker's. */
export class RawClient {
  readonly socket: Socket;
  /** All packets that came, in order. */
  readonly received: Packet[] = [];
  readonly closed: Promise<void>;
  isClosed = false;
  #taken = new Set<Packet>();
  #waiting: (() => void)[] = [];

  constructor(socket: Socket) {
    this.socket = socket;
    const parser = mqtt.parser({ protocolVersion: 4 });
    parser.on('packet', (packet) => {
      this.received.push(packet);
      this.#wake();
    });
    socket.on('data', (chunk: Buffer) => void parser.parse(chunk));
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      socket.on('close', () => {
        this.isClosed = true;
        this.#wake();
        resolve();
      });
    });
  }

  static async open(port: number, localAddress = '127.0.0.1'): Promise<RawClient> {
    const socket = connectTcp({ port, host: '127.0.0.1', localAddress, noDelay: true });
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new RawClient(socket);
  }

  static async openTls(port: number, options: ConnectionOptions = {}): Promise<RawClient> {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options });
    await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
    return new RawClient(socket);
  }

  /** Opens a connection and logs in; see `startTestBroker` for user names. */
  static async login(port: number, clientId: string, username: string, more: Partial<IConnectPacket> = {}) {
    const client = await RawClient.open(port);
    client.connect({ clientId, username, ...more });
    const { returnCode } = await client.next('connack');
    if (returnCode !== 0) throw new Error(`${clientId} was refused with ${returnCode}`);
    return client;
  }

  /** Sends packets in one write, so that they arrive in one chunk. */
  send(...packets: (Packet | Buffer)[]): void {
    this.socket.write(Buffer.concat(packets.map((each) => (Buffer.isBuffer(each) ? each : mqtt.generate(each)))));
  }

  connect(options: Partial<IConnectPacket>): void {
    this.send(connectPacket(options));
  }

  publish(topic: string, payload: string | Buffer, more: Partial<IPublishPacket> = {}): void {
    this.send(publishPacket(topic, payload, more));
  }

  subscribe(filter: string, qos: 0 | 1 | 2 = 0, messageId = 1): void {
    this.send({ cmd: 'subscribe', messageId, subscriptions: [{ topic: filter, qos }] });
  }

  /** The first packet of the kind that was not taken yet. Rejects when the connection closes instead. */
  async next<C extends Command>(command: C): Promise<Received<C>> {
    for (;;) {
      const found = this.received.find((packet) => packet.cmd === command && !this.#taken.has(packet));
      if (found) {
        this.#taken.add(found);
        return found as Received<C>;
      }
      if (this.isClosed) throw new Error(`the connection closed instead of a ${command}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** All packets of the kind, taken or not. */
  all<C extends Command>(command: C): Received<C>[] {
    return this.received.filter((packet): packet is Received<C> => packet.cmd === command);
  }

  /** Returns when everything sent so far was handled: packets of one connection are handled in order. */
  async settle(): Promise<void> {
    this.send({ cmd: 'pingreq' });
    await this.next('pingresp');
  }

  end(): void {
    this.socket.destroy();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

export function connectPacket(options: Partial<IConnectPacket>): IConnectPacket {
  return {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: 3_600,
    clientId: 'client',
    username: '1',
    password: Buffer.from('cynoiotbundle'),
    ...options,
  };
}

export function publishPacket(
  topic: string,
  payload: string | Buffer,
  more: Partial<IPublishPacket> = {},
): IPublishPacket {
  return { cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false, messageId: 1, ...more };
}

/** A promise that a test settles, to decide when something was stored. */
export const deferred = () => Promise.withResolvers<void>();
