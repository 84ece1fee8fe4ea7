import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

/** The network between server and database, which can lose what passes through it. */
class Network {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();

  constructor(socketPath: string) {
    this.#server = createServer((near) => {
      const far = connect(socketPath);
      const pair = [near, far] as const;
      this.#pairs.add(pair);
      for (const socket of pair) {
        socket.on('error', () => undefined);
        socket.on('close', () => {
          near.destroy();
          far.destroy();
          this.#pairs.delete(pair);
        });
      }
      near.pipe(far).pipe(near);
    });
  }

  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as { port: number }).port;
  }

  /** What is open carries nothing any more, and neither end notices; what is opened from now on works. */
  lose(): void {
    for (const [near, far] of this.#pairs) {
      near.unpipe().pause();
      far.unpipe().pause();
    }
  }

  stop(): void {
    for (const [near, far] of this.#pairs) {
      near.destroy();
      far.destroy();
    }
    this.#server.close();
  }
}

let database: TestDatabase;
let network: Network;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  const url = new URL(database.url);
  network = new Network(`${url.searchParams.get('host')}/.s.PGSQL.${url.port}`);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(await network.start());
  server = await startTestServer({ DATABASE_URL: url.href });
});
afterAll(async () => {
  await server.stop();
  network.stop();
  await database.drop();
});

// As when a firewall forgets them, or the machine of the database vanishes and another one takes its address.
test('connections to the database that die without a word are made again, and what was acknowledged is stored once', async () => {
  const ann = await server.signup('ann@example.com');
  const espid = 'ESP32-MOVES_1';
  const username = `${ann.email}/${await ann.connectionKey()}`;
  const { board } = await server.board({ espid, username });
  await board.subscribe();
  const send = async (n: number) => board.puback(board.publish('data/update', JSON.stringify({ n }), 1));
  await send(1);
  network.lose();
  const pages = Promise.all(Array.from({ length: 20 }, () => ann.api('GET', '/api/device')));
  // Boards do not wait: the spool has their messages.
  for (const n of [2, 3]) await send(n);
  const statuses = (await pages).map(({ status }) => status);
  expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
  await expect.poll(async () => (await ann.api('GET', '/api/device')).status).toBe(200);
  await server.spoolEmpty();
  await send(4);
  const { body } = await ann.api('GET', `/api/device/${espid}/history?from=0&to=${Date.now() + 60_000}&points=100`);
  expect(body.series.n.value).toEqual([1, 2, 3, 4]);
});
