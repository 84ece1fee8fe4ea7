import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silentLogger } from '../../../test/log.ts';
import { createJobs, type Jobs } from './index.ts';

let db: TestDatabase;
let jobs: Jobs;
let runs: string[];

beforeAll(async () => {
  db = await createTestDatabase();
  jobs = await start('5 4 * * *');
});
afterAll(async () => {
  await jobs.stop();
  await db.drop();
});

async function start(cron: string): Promise<Jobs> {
  runs = [];
  const started = createJobs(db.database, { log: silentLogger });
  started.schedule('fragile', cron, async () => {
    runs.push('fragile');
    throw new Error('it always fails');
  });
  started.schedule('tidy', cron, async () => void runs.push('tidy'));
  await started.start();
  return started;
}

/** Makes the tasks due, as their times would. */
async function makeDue(...names: string[]): Promise<void> {
  const boss = new PgBoss({ db: { executeSql: (text, values) => db.database.pool.query(text, values) } });
  await boss.start();
  for (const name of names) await boss.send(name, {});
  await boss.stop({ graceful: false, close: false });
}

test('a task that became due while the server was away runs once, also beside one that fails, which is not tried again', async () => {
  await jobs.stop();
  await makeDue('fragile', 'tidy', 'tidy');
  jobs = await start('5 4 * * *');
  const states = async () =>
    (await db.database.pool.query('SELECT name, state FROM pgboss.job ORDER BY name, state')).rows.filter(
      ({ name }) => name === 'fragile' || name === 'tidy',
    );
  await expect.poll(states).toEqual([
    { name: 'fragile', state: 'failed' },
    { name: 'tidy', state: 'completed' },
  ]);
  expect(runs.toSorted()).toEqual(['fragile', 'tidy']);
});

test('a schedule is kept in the database, once after two starts', async () => {
  await jobs.stop();
  jobs = await start('6 4 * * *');
  const { rows } = await db.database.pool.query("SELECT cron FROM pgboss.schedule WHERE name = 'tidy'");
  expect(rows).toEqual([{ cron: '6 4 * * *' }]);
});
