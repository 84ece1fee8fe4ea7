import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { generate, parser } from 'mqtt-packet';
import { connectPacket } from '../mqtt-wire.ts';
import { type BenchServer, startServer } from '../server.ts';

/** The fastest that the library sends. */
const perSecond = 2.4;

/** What came back to a board, which therefore forgot it. */
interface Echoed {
  readonly values: Set<number>;
  event: number;
  output: number;
}

interface KillOptions {
  readonly kills: number;
  readonly boards: number;
  readonly secondsBetween: number;
}

/**
 * Boards that publish values and actions at QoS 0 while the server is killed again and again, every other time together with
 * its PostgreSQL; then what was echoed is searched for. Returns how many echoed messages there were and how many of them are
 * gone.
 */
export async function killWhileEchoing(directory: string, options: KillOptions) {
  const boards = Array.from({ length: options.boards }, (_, index) => new KilledBoard(index));
  let server = await start(directory);
  for (let kill = 0; kill < options.kills; kill += 1) {
    const ends = boards.map((board) => board.run(server));
    // Never at the same moment of what the server does.
    await wait(options.secondsBetween * 1_000 + Math.random() * 500);
    if (kill % 2 === 1) await killPostgres(directory);
    await Promise.all([server.child.stop('SIGKILL'), ...ends]);
    await server.database.end().catch(() => undefined);
    server = await start(directory);
  }
  await drained(server);
  const outcome = await count(server, boards);
  await server.stop();
  return outcome;
}

/** A start after a kill logs something, which must not stand before the line that the bench waits for. */
async function start(directory: string): Promise<BenchServer> {
  const server = await startServer([], directory, { LOG_LEVEL: 'silent' });
  // Its connections break with each kill.
  server.database.on('error', () => undefined);
  return server;
}

async function killPostgres(directory: string): Promise<void> {
  const pidFile = join(directory, 'postgres', 'cluster', 'postmaster.pid');
  process.kill(Number((await readFile(pidFile, 'utf8')).split('\n')[0]), 'SIGKILL');
}

/** The spool is replayed while the server runs. */
async function drained({ http }: BenchServer): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const metrics = await (await fetch(new URL('/metrics', http))).text();
    if (/^cyno_telemetry_spool_bytes 0$/m.test(metrics)) return;
    await wait(200);
  }
}

async function count({ database }: BenchServer, boards: readonly KilledBoard[]) {
  const outcome = { echoedValues: 0, lostValues: 0, echoedActions: 0, lostActions: 0 };
  for (const { espid, echoed } of boards) {
    const { rows } = await database.query<{ n: number }>(
      `SELECT numbers[slot] AS n FROM telemetry JOIN devices ON devices.id = telemetry.device_id
       JOIN variables ON variables.device_id = devices.id AND key = 'n' WHERE espid = $1`,
      [espid],
    );
    const found = new Set(rows.map(({ n }) => n));
    outcome.echoedValues += echoed.values.size;
    for (const n of echoed.values) if (!found.has(n)) outcome.lostValues += 1;
    const state = await database.query<{ event: string; output: number }>(
      `SELECT (SELECT reported FROM board_events WHERE device_id = devices.id AND name = 'count') AS event,
         (SELECT reported FROM outputs WHERE device_id = devices.id AND pin = '4') AS output
       FROM devices WHERE espid = $1`,
      [espid],
    );
    const [now] = state.rows;
    outcome.echoedActions += 2;
    if (Number(now?.event) < echoed.event) outcome.lostActions += 1;
    // Of the 256 levels of a pin the newest that was echoed, or the one that was on its way when the server was killed.
    if (![echoed.output, (echoed.output + 1) % 256].includes(now?.output ?? -1)) outcome.lostActions += 1;
  }
  return outcome;
}

class KilledBoard {
  readonly espid: string;
  readonly echoed: Echoed = { values: new Set(), event: 0, output: 0 };
  #n = 0;

  constructor(index: number) {
    this.espid = `ESP32-D0WDQ6-100_${(0xf0000000 + index).toString(16)}`;
  }

  /** Publishes until the server is gone. */
  run({ plainPort, username }: BenchServer): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const socket = connect({ port: plainPort, host: '127.0.0.1', noDelay: true }, () =>
      socket.write(connectPacket(this.espid, username, 'cynoiotbundle')),
    );
    const incoming = parser({ protocolVersion: 4 });
    let timer: NodeJS.Timeout | undefined;
    incoming.on('packet', (packet) => {
      if (packet.cmd === 'connack') timer = setInterval(() => socket.write(this.#next()), 1_000 / perSecond);
      if (packet.cmd === 'publish') this.#note(packet.topic, packet.payload.toString());
    });
    socket.on('data', (chunk) => incoming.parse(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve();
    });
    return promise;
  }

  #next(): Buffer {
    this.#n += 1;
    const messages: [string, string][] = [
      ['data/update', `{"n":${this.#n}}`],
      ['eventact', `Event:count:${this.#n}`],
      ['ioact', `4:act:${this.#n % 256}`],
    ];
    return Buffer.concat(
      messages.map(([subtopic, payload]) =>
        generate({ cmd: 'publish', topic: `/${this.espid}/${subtopic}`, payload, qos: 0, retain: false, dup: false }),
      ),
    );
  }

  #note(topic: string, payload: string): void {
    const number = Number(/(\d+)\}?$/.exec(payload)?.[1]);
    if (topic.endsWith('/data/update')) this.echoed.values.add(number);
    else if (topic.endsWith('/eventact')) this.echoed.event = number;
    else if (topic.endsWith('/ioact')) this.echoed.output = number;
  }
}
