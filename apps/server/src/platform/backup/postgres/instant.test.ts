import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { startEmbeddedPostgres } from '../../database/index.ts';
import { holdInstant } from './instant.ts';

let directory: string;
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
const clients: pg.Client[] = [];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-instant-'));
  postgres = await startEmbeddedPostgres({ directory, log: silentLogger });
});
afterAll(async () => {
  for (const client of clients) await client.end();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  clients.push(client);
  return client;
}

test('what is committed in the log and not yet seen by others is before no instant', async () => {
  const operator = await connect();
  await operator.query('CREATE TABLE kept (n int)');
  // A commit that waits for a standby is in the log, and snapshots do not see it.
  await operator.query(`ALTER SYSTEM SET synchronous_standby_names = 'nobody'`);
  await operator.query('SELECT pg_reload_conf()');
  await operator.query('SET synchronous_commit = local');
  const writer = await connect();
  await expect
    .poll(async () => (await writer.query('SHOW synchronous_standby_names')).rows)
    .toEqual([{ synchronous_standby_names: 'nobody' }]);
  let newest = 0;
  let isCommitted = true;
  let commit = Promise.resolve();
  const insert = async () => {
    isCommitted = false;
    await writer.query('INSERT INTO kept VALUES ($1)', [newest]);
    isCommitted = true;
  };
  const waiting = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
  // Commits wait when the checkpointer has read the setting, which may be later than the writer.
  await expect
    .poll(async () => {
      if (isCommitted) {
        newest += 1;
        commit = insert();
      }
      return (await operator.query(waiting)).rows;
    })
    .toEqual([{ n: 1 }]);

  const holding = holdInstant(postgres.url, 'instant');
  const tried = `SELECT count(*)::int > 0 AS tried FROM pg_stat_activity WHERE application_name = 'cyno backup' AND query LIKE 'ROLLBACK%'`;
  await expect.poll(async () => (await operator.query(tried)).rows).toEqual([{ tried: true }]);
  await operator.query('ALTER SYSTEM RESET synchronous_standby_names');
  await operator.query('SELECT pg_reload_conf()');
  await commit;
  const instant = await holding;
  expect((await instant.client.query('SELECT max(n) AS n FROM kept')).rows).toEqual([{ n: newest }]);
  await instant.release();
});
