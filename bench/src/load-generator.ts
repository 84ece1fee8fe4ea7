import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { espidOf } from './devices/device-rows.ts';
import { Latencies } from './latencies.ts';
import { connectPacket, PacketScanner, publishPacket } from './mqtt-wire.ts';

/** The input of the generator, as JSON in its first argument. */
export interface LoadRequest {
  readonly port: number;
  /** Ports of TLS 1.2 that boards are spread over, instead of `port`. */
  readonly tlsPorts?: readonly number[];
  readonly connections: number;
  /** Messages of a connection that may wait for their acknowledgement. */
  readonly inFlight: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly username: string;
  readonly password: string;
  /** Messages a second in all; 0 is as fast as they are acknowledged. */
  readonly rate: number;
}

/** What it prints: one line when everything is connected, one when it is done. */
export interface LoadResult {
  readonly acknowledged: number;
  /** Also those before and after the time that was measured. */
  readonly acknowledgedInAll: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly closed: number;
  /** Processor time of the generator itself. */
  readonly cpuSeconds: number;
}

const request = JSON.parse(process.argv[2] ?? '{}') as LoadRequest;
const variants = 50;
/** The server lets some hundred boards of a network wait for their login. */
const connectedAtOnce = 200;
const connack = 0x20;
const puback = 0x40;

let measuring = false;
let stopping = false;
let acknowledged = 0;
let acknowledgedInAll = 0;
let closed = 0;
const latencies = new Latencies();

/** One board: raw MQTT with packets made in advance, so that the generator takes as little of the machine as it can. */
class Board {
  readonly #socket: Socket;
  readonly #packets: { bytes: Buffer; idAt: number }[];
  readonly #sentAt = new Float64Array(65_536);
  readonly ready: Promise<void>;
  #id = 0;
  #waiting = 0;

  constructor(index: number) {
    const espid = espidOf(index + 1);
    this.#packets = Array.from({ length: variants }, (_, variant) =>
      publishPacket(`/${espid}/data/update`, payload(variant)),
    );
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.ready = promise;
    const scanner = new PacketScanner();
    this.#socket = open(index);
    // What is written before the connection is there follows it.
    this.#socket.write(connectPacket(espid, request.username, request.password));
    this.#socket.on('data', (chunk) => {
      scanner.scan(chunk, (type, bytes, at) => {
        if (type === puback) this.#acknowledge(bytes.readUInt16BE(at));
        else if (type === connack) {
          if (bytes[at + 1] === 0) resolve();
          else reject(new Error(`The board was refused with code ${bytes[at + 1]}`));
        }
      });
      if (request.rate === 0) this.fill();
    });
    this.#socket.on('error', reject);
    this.#socket.on('close', () => {
      if (!stopping) closed += 1;
    });
  }

  /** Sends as many messages as may be on their way. */
  fill(): void {
    this.send(request.inFlight - this.#waiting);
  }

  send(count: number): void {
    const limit = Math.min(count, request.inFlight - this.#waiting);
    if (stopping || limit <= 0) return;
    const now = performance.now();
    this.#socket.cork();
    for (let sent = 0; sent < limit; sent++) {
      this.#id = (this.#id % 65_535) + 1;
      const packet = this.#packets[this.#id % variants];
      if (!packet) continue;
      const bytes = Buffer.from(packet.bytes);
      bytes.writeUInt16BE(this.#id, packet.idAt);
      this.#sentAt[this.#id] = now;
      this.#socket.write(bytes);
      this.#waiting += 1;
    }
    this.#socket.uncork();
  }

  end(): void {
    this.#socket.destroy();
  }

  get waiting(): number {
    return this.#waiting;
  }

  #acknowledge(id: number): void {
    this.#waiting -= 1;
    acknowledgedInAll += 1;
    if (!measuring) return;
    acknowledged += 1;
    latencies.add(performance.now() - (this.#sentAt[id] ?? 0));
  }
}

function open(index: number): Socket {
  const { port, tlsPorts } = request;
  if (!tlsPorts) return connect({ port, host: '127.0.0.1', noDelay: true });
  const tlsPort = tlsPorts[index % tlsPorts.length];
  const socket = connectTls({ port: tlsPort, host: '127.0.0.1', rejectUnauthorized: false, maxVersion: 'TLSv1.2' });
  return socket.setNoDelay();
}

function payload(variant: number): string {
  const temp = (20 + variant / 7).toFixed(2);
  const humid = (60 + variant / 3).toFixed(1);
  return `{"temp":${temp},"humid":${humid},"light":${300 + variant},"soil":${(40 + variant / 9).toFixed(2)}}`;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const boards: Board[] = [];
while (boards.length < request.connections) {
  const length = Math.min(connectedAtOnce, request.connections - boards.length);
  const batch = Array.from({ length }, (_, index) => new Board(boards.length + index));
  await Promise.all(batch.map((board) => board.ready));
  boards.push(...batch);
}
print({ connected: boards.length });

if (request.rate > 0) pace();
else for (const board of boards) board.fill();
await wait(request.warmUpSeconds * 1000);
measuring = true;
const startedAt = performance.now();
await wait(request.seconds * 1000);
measuring = false;
const seconds = (performance.now() - startedAt) / 1000;
stopping = true;
// What is still on its way is acknowledged or lost; the runner compares it with what was stored.
for (let round = 0; round < 100 && boards.some((board) => board.waiting > 0); round++) await wait(50);
for (const board of boards) board.end();
const { user, system } = process.cpuUsage();
const result: LoadResult = {
  acknowledged,
  acknowledgedInAll,
  perSecond: acknowledged / seconds,
  p50Ms: latencies.percentile(0.5),
  p99Ms: latencies.percentile(0.99),
  maxMs: latencies.percentile(1),
  closed,
  cpuSeconds: (user + system) / 1e6,
};
print(result);

/** Sends at an even rate, a little each 10 ms. */
function pace(): void {
  let due = 0;
  let last = performance.now();
  let next = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    due += ((now - last) / 1000) * request.rate;
    last = now;
    for (; due >= 1; due -= 1) boards[next++ % boards.length]?.send(1);
    if (stopping) clearInterval(timer);
  }, 10);
}
