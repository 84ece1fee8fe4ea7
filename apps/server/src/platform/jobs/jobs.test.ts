import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silentLogger } from '../../../test/log.ts';
import { createJobs, type Jobs } from './index.ts';

let db: TestDatabase;
let jobs: Jobs;
const done = Promise.withResolvers<{ n: number }>();
const failures: number[] = [];
const recovered = Promise.withResolvers<void>();

beforeAll(async () => {
  db = await createTestDatabase();
  jobs = createJobs(db.database, { log: silentLogger });
  jobs.work<{ n: number }>('count', async (data) => done.resolve(data));
  jobs.work('fragile', async () => {
    failures.push(Date.now());
    if (failures.length === 1) throw new Error('the first try fails');
    recovered.resolve();
  });
  jobs.schedule('tidy', '5 4 * * *', async () => {});
  await jobs.start();
});
afterAll(async () => {
  await jobs.stop();
  await db.drop();
});

test('a sent job reaches its handler with its data', async () => {
  await jobs.send('count', { n: 7 });
  expect(await done.promise).toEqual({ n: 7 });
});

test('a job that fails is tried again, and the others go on', async () => {
  await jobs.send('fragile', {});
  await recovered.promise;
  expect(failures).toHaveLength(2);
});

test('a schedule is kept in the database, once after two starts', async () => {
  const second = createJobs(db.database, { log: silentLogger });
  second.schedule('tidy', '6 4 * * *', async () => {});
  await second.start();
  const { rows } = await db.database.pool.query("SELECT cron FROM pgboss.schedule WHERE name = 'tidy'");
  await second.stop();
  expect(rows).toEqual([{ cron: '6 4 * * *' }]);
});
