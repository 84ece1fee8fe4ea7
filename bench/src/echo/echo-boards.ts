import { connect, type Socket } from 'node:net';
import { generate } from 'mqtt-packet';
import { Latencies } from '../latencies.ts';
import { connectPacket, PacketScanner } from '../mqtt-wire.ts';

/** The input of the boards, as JSON in the first argument. */
export interface EchoRequest {
  readonly port: number;
  readonly boards: number;
  /** Between two messages of a board, ms. */
  readonly everyMs: number;
  readonly username: string;
  readonly password: string;
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

/** What is printed when it is done; a line `{"connected":n}` comes before it. */
export interface EchoResult {
  readonly published: number;
  readonly echoed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly closed: number;
}

const request = JSON.parse(process.argv[2] ?? '{}') as EchoRequest;
const [connack, publish] = [0x20, 0x30];
const connectedAtOnce = 100;

let [measuring, stopping] = [false, false];
let [published, echoed, closed] = [0, 0, 0];
const latencies = new Latencies();

/** One board: messages at QoS 0, as the public library sends it, and the time until it comes back. */
class Board {
  readonly #espid: string;
  #socket: Socket | undefined;
  /** Echoes come in the order of the publications. */
  readonly #sentAt: number[] = [];
  #n = 0;

  constructor(index: number) {
    this.#espid = `ESP32-D0WDQ6-100_${(0xe0000000 + index).toString(16)}`;
  }

  connect(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const scanner = new PacketScanner();
    const socket = connect({ port: request.port, host: '127.0.0.1', noDelay: true }, () =>
      socket.write(connectPacket(this.#espid, request.username, request.password)),
    );
    socket.on('data', (chunk) =>
      scanner.scan(chunk, (type, bytes, at) => {
        if (type === publish && this.#isEcho(bytes, at)) this.#echo();
        else if (type === connack && bytes[at + 1] === 0) resolve();
        else if (type === connack) reject(new Error(`A board was refused with code ${bytes[at + 1]}`));
      }),
    );
    socket.on('error', reject);
    socket.on('close', () => {
      if (!stopping) closed += 1;
    });
    this.#socket = socket;
    return promise;
  }

  send(): void {
    const payload = `{"temp":${(20 + (this.#n++ % 70) / 7).toFixed(2)},"humid":61.5}`;
    const topic = `/${this.#espid}/data/update`;
    if (measuring) published += 1;
    this.#sentAt.push(measuring ? performance.now() : Number.NaN);
    this.#socket?.write(generate({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }));
  }

  end(): void {
    this.#socket?.destroy();
  }

  #isEcho(bytes: Buffer, at: number): boolean {
    const length = bytes.readUInt16BE(at);
    return bytes.toString('latin1', at + 2, at + 2 + length).endsWith('/data/update');
  }

  #echo(): void {
    const sentAt = this.#sentAt.shift() ?? Number.NaN;
    if (Number.isNaN(sentAt)) return;
    echoed += 1;
    latencies.add(performance.now() - sentAt);
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const boards = Array.from({ length: request.boards }, (_, index) => new Board(index));
for (let first = 0; first < boards.length; first += connectedAtOnce) {
  await Promise.all(boards.slice(first, first + connectedAtOnce).map((board) => board.connect()));
}
print({ connected: boards.length });

// Evenly, as boards do that know nothing of each other.
const pace = { from: performance.now(), next: 0 };
const timer = setInterval(() => {
  const due = Math.floor(((performance.now() - pace.from) / request.everyMs) * boards.length);
  for (; pace.next < due; pace.next += 1) boards[pace.next % boards.length]?.send();
}, 5);
await wait(request.warmUpSeconds * 1_000);
measuring = true;
await wait(request.seconds * 1_000);
measuring = false;
clearInterval(timer);
for (let round = 0; round < 40 && echoed < published; round++) await wait(50);
stopping = true;
for (const board of boards) board.end();
const result: EchoResult = {
  published,
  echoed,
  closed,
  p50Ms: latencies.percentile(0.5),
  p99Ms: latencies.percentile(0.99),
  maxMs: latencies.percentile(1),
};
print(result);
