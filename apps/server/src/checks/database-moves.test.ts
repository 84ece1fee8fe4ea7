import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { DatabaseNetwork } from '../../test/stand-ins/database-network.ts';

let database: TestDatabase;
let network: DatabaseNetwork;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  network = await DatabaseNetwork.open(database.url);
  server = await startTestServer({ DATABASE_URL: network.url });
});
afterAll(async () => {
  await server.stop();
  network.close();
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
