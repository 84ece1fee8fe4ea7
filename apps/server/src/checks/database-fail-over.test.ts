import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ReplicatedPostgres } from '../../test/processes/replicated-postgres.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let directory: string;
let postgres: ReplicatedPostgres;
let server: TestServer;
beforeAll(async () => {
  // Made by the test, it would be closed to the user whom PostgreSQL runs as.
  directory = join(tmpdir(), `cyno-replicated-${process.pid}`);
  postgres = await ReplicatedPostgres.start(directory);
  server = await startTestServer({ DATABASE_URL: postgres.url, STORED_INTERVAL_MS: '0' });
});
afterAll(async () => {
  await server?.stop();
  await postgres?.stop();
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
});

test('when PostgreSQL dies and its standby takes over, boards stay and nothing that was acknowledged is lost', async () => {
  const ann = await server.signup('ann@example.com');
  const espid = 'ESP32-FAILOVER_1';
  const { board } = await server.board({ espid, username: `${ann.email}/${await ann.connectionKey()}` });
  await board.subscribe();
  let sent = 0;
  const send = async () => {
    sent += 1;
    await board.puback(board.publish('data/update', JSON.stringify({ n: sent }), 1));
  };
  for (let round = 0; round < 2; round += 1) {
    for (let count = 0; count < 5; count += 1) await send();
    let isOver = false;
    const failedOver = postgres.failOver().then(() => {
      isOver = true;
    });
    // The spool has what comes meanwhile: less than a board may send a second, and than history has in one piece.
    const last = sent + 500;
    while (!isOver && sent < last) await send();
    // It responds meanwhile.
    const responded = async () => {
      await server.api('GET', '/readyz');
      return isOver;
    };
    await vi.waitUntil(responded, { interval: 100, timeout: 180_000 });
    await failedOver;
    await expect.poll(async () => (await ann.api('GET', '/api/device')).status).toBe(200);
  }
  await server.spoolEmpty();
  const path = `/api/device/${espid}/history?from=0&to=${Date.now() + 60_000}&points=10000`;
  const values = async () => (await ann.api('GET', path)).body.series.n?.value;
  await expect.poll(values).toEqual(Array.from({ length: sent }, (_, index) => index + 1));
  // It has never been away.
  expect(board.closed).toBe(false);
});
