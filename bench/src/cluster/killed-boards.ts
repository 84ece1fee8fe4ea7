import { setTimeout as pause } from 'node:timers/promises';
import { connect, createSecureContext, type TLSSocket } from 'node:tls';
import { generate, type Packet, parser } from 'mqtt-packet';
import { espidOf } from '../devices/device-rows.ts';
import { connectPacket } from '../mqtt-wire.ts';
import { Ranges } from './ranges.ts';

/** The input of the boards, as JSON in the first argument. */
export interface KilledBoardsRequest {
  readonly port: number;
  readonly boards: number;
  readonly username: string;
  readonly password: string;
}

/** A time without an acknowledgement or echo, ms since the epoch. */
export interface Outage {
  readonly heardAt: number;
  readonly backAt: number;
  readonly hasReconnected: boolean;
}

/** What a board has, at the end. */
export interface BoardRecord {
  readonly espid: string;
  /** Numbers of messages that were acknowledged or echoed, as ranges with both ends. */
  readonly confirmed: readonly (readonly [number, number])[];
  /** Payloads of the commands that it received, in their order. */
  readonly received: readonly string[];
  readonly outages: readonly Outage[];
  readonly isConnected: boolean;
}

/** Of the CynoIOT library 1.0.8: between the beginnings of two attempts, for a TLS handshake, and until a response to CONNECT or SUBSCRIBE. */
const retryMs = 15_000;
const handshakeMs = 15_000;
const responseMs = 1_000;
/** … and after how long without an echo it subscribes again. */
const patienceMs = 5_000;
const everyMs = 1_000;
/** Of a board that sends each second: longer than this between two responses is an outage. */
const outageMs = 2_500;
const atOnce = 50;

const { port, boards, username, password } = JSON.parse(process.argv[2] ?? '{}') as KilledBoardsRequest;
const secureContext = createSecureContext({ maxVersion: 'TLSv1.2' });
let isStopping = false;

/** One board: a counter each second at QoS 1, and a report of each event that it is sent. It connects again as its library does. */
class Board {
  readonly espid: string;
  readonly #confirmed = new Ranges();
  readonly #received: string[] = [];
  readonly #outages: Outage[] = [];
  /** By the id of their packet. */
  #unacknowledged = new Map<number, number>();
  #socket: TLSSocket | undefined;
  #n = 0;
  #heardAt = 0;
  #hasReconnected = false;
  #deadline: NodeJS.Timeout | undefined;

  constructor(index: number) {
    this.espid = espidOf(index + 1);
  }

  get record(): BoardRecord {
    const { espid } = this;
    const [confirmed, received, outages] = [this.#confirmed.list, this.#received, this.#outages];
    return { espid, confirmed, received, outages, isConnected: this.#socket !== undefined };
  }

  async live(): Promise<void> {
    while (!isStopping) {
      const begun = performance.now();
      await this.#stayConnected();
      this.#hasReconnected = true;
      await pause(Math.max(0, retryMs - (performance.now() - begun)));
    }
  }

  tick(): void {
    const socket = this.#socket;
    if (!socket) return;
    this.#n += 1;
    const messageId = (this.#n % 65_535) + 1;
    this.#unacknowledged.set(messageId, this.#n);
    this.#publish(socket, 'data/update', `{"n":${this.#n}}`, messageId);
    const silentMs = Date.now() - this.#heardAt;
    if (silentMs > patienceMs && !this.#deadline) this.#subscribe(socket);
  }

  async #stayConnected(): Promise<void> {
    const socket = connect({ port, host: '127.0.0.1', secureContext, rejectUnauthorized: false });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    this.#limit(socket, handshakeMs);
    socket.once('secureConnect', () => {
      socket.setNoDelay();
      this.#limit(socket, responseMs);
      socket.write(connectPacket(this.espid, username, password));
    });
    const incoming = parser({ protocolVersion: 4 });
    incoming.on('packet', (packet) => this.#take(socket, packet));
    socket.on('data', (chunk) => incoming.parse(chunk));
    await closed;
    this.#release();
    this.#socket = undefined;
  }

  #take(socket: TLSSocket, packet: Packet): void {
    if (packet.cmd === 'connack') {
      if (packet.returnCode !== 0) throw new Error(`A board was refused with code ${packet.returnCode}`);
      this.#subscribe(socket);
    } else if (packet.cmd === 'suback') {
      this.#release();
      if (this.#socket) return;
      this.#unacknowledged = new Map();
      this.#socket = socket;
      this.#publish(socket, 'info', '{"ip":"192.168.1.20","ssid":"Bench","RSSI":"-50","v":"1.0.8"}');
    } else if (packet.cmd === 'puback') this.#confirm(this.#unacknowledged.get(packet.messageId ?? 0));
    else if (packet.cmd === 'publish') this.#message(socket, packet.topic, packet.payload.toString());
  }

  #message(socket: TLSSocket, topic: string, payload: string): void {
    const subtopic = topic.slice(this.espid.length + 2);
    if (subtopic === 'data/update') this.#confirm(Number(/\d+/.exec(payload)?.[0]));
    else if (subtopic === 'event') {
      this.#received.push(payload);
      this.#publish(socket, 'eventact', payload);
    }
  }

  #confirm(n: number | undefined): void {
    if (n === undefined) return;
    this.#confirmed.add(n);
    const now = Date.now();
    if (this.#heardAt > 0 && (now - this.#heardAt > outageMs || this.#hasReconnected))
      this.#outages.push({ heardAt: this.#heardAt, backAt: now, hasReconnected: this.#hasReconnected });
    this.#hasReconnected = false;
    this.#heardAt = now;
  }

  #publish(socket: TLSSocket, subtopic: string, payload: string, messageId?: number): void {
    const topic = `/${this.espid}/${subtopic}`;
    const qos = messageId === undefined ? 0 : 1;
    socket.write(
      generate({ cmd: 'publish', topic, payload, qos, retain: false, dup: false, ...(messageId && { messageId }) }),
    );
  }

  #subscribe(socket: TLSSocket): void {
    socket.write(
      generate({ cmd: 'subscribe', messageId: 65_535, subscriptions: [{ topic: `/${this.espid}/#`, qos: 0 }] }),
    );
    this.#limit(socket, responseMs);
  }

  #limit(socket: TLSSocket, ms: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => socket.destroy(), ms);
  }

  #release(): void {
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
  }
}

const all = Array.from({ length: boards }, (_, index) => new Board(index));
for (let first = 0; first < boards; first += atOnce) {
  for (const board of all.slice(first, first + atOnce)) void board.live();
  await pause(200);
}
while (all.some(({ record }) => !record.isConnected)) await pause(100);
process.stdout.write(`${JSON.stringify({ connected: boards })}\n`);
// Evenly, as boards do that know nothing of each other.
const pace = { from: performance.now(), next: 0 };
const timer = setInterval(() => {
  const due = Math.floor(((performance.now() - pace.from) / everyMs) * boards);
  for (; pace.next < due; pace.next += 1) all[pace.next % boards]?.tick();
}, 10);
// The bench has had its faults. What is on its way may still be confirmed, and commands may still come.
process.once('SIGUSR2', async () => {
  clearInterval(timer);
  await pause(2_000);
  isStopping = true;
  process.stdout.write(`${JSON.stringify(all.map(({ record }) => record))}\n`);
});
