import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
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

const states = async (name: string) =>
  (await db.database.pool.query('SELECT state FROM pgboss.job WHERE name = $1 ORDER BY state', [name])).rows.map(
    ({ state }) => state as string,
  );

test('a schedule is stored in the database, once after two starts', async () => {
  await jobs.stop();
  jobs = await start('6 4 * * *');
  const { rows } = await db.database.pool.query("SELECT cron FROM pgboss.schedule WHERE name = 'tidy'");
  expect(rows).toEqual([{ cron: '6 4 * * *' }]);
});

test('a job that runs here is not abandoned, although nobody renewed it while the process stood still', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const held = Promise.withResolvers<void>();
  let begun = 0;
  const stalled = createJobs(db.database, { log: silentLogger });
  stalled.schedule('long', '5 4 * * *', () => {
    begun += 1;
    return held.promise;
  });
  await stalled.start();
  await stalled.runAgain('long');
  await expect.poll(() => begun).toBe(1);
  await db.database.pool.query(
    `UPDATE pgboss.job SET heartbeat_on = now() - interval '1 min', started_on = now() - interval '1 min' WHERE name = 'long'`,
  );
  const query = vi.spyOn(db.database.pool, 'query');
  vi.advanceTimersByTime(10_000);
  const search = query.mock.calls.findIndex(([text]) => String(text).includes('heartbeat_on'));
  expect(await query.mock.results[search]?.value).toMatchObject({ rows: [] });
  held.resolve();
  await stalled.stop();
  expect(await states('long')).toEqual(['completed']);
});

describe('a job whose server was killed', () => {
  /** What a server leaves that took the job and was killed: it counts as running, and nobody renews it. */
  async function leaveUnfinished(name: string, secondsAgo: number): Promise<void> {
    const killed = new PgBoss({ db: { executeSql: (text, values) => db.database.pool.query(text, values) } });
    await killed.start();
    await killed.send(name, {});
    expect(await killed.fetch(name)).toHaveLength(1);
    await killed.stop({ graceful: false, close: false });
    await db.database.pool.query(
      `UPDATE pgboss.job SET heartbeat_on = now() - make_interval(secs => $2), started_on = now() - make_interval(secs => $2)
       WHERE name = $1 AND state = 'active'`,
      [name, secondsAgo],
    );
  }
  beforeEach(async () => {
    await jobs.stop();
    await db.database.pool.query('DELETE FROM pgboss.job');
  });

  test('is done again at the next start, long before it would expire', async () => {
    await leaveUnfinished('tidy', 16);
    jobs = await start('5 4 * * *');
    await expect.poll(() => states('tidy')).toEqual(['completed', 'failed']);
    expect(runs).toEqual(['tidy']);
  });

  test('does not keep those from running that became due meanwhile', async () => {
    await leaveUnfinished('tidy', 16);
    await makeDue('tidy');
    jobs = await start('5 4 * * *');
    // Where the one that is due runs first, the other is done again after it.
    await expect.poll(async () => [...new Set(await states('tidy'))]).toEqual(['completed', 'failed']);
  });

  test('is left alone as long as another server may be at it', async () => {
    await leaveUnfinished('fragile', 16);
    await leaveUnfinished('tidy', 5);
    jobs = await start('5 4 * * *');
    const asOtherServer = `UPDATE pgboss.job SET heartbeat_on = now() - interval '5 s' WHERE name = 'tidy'`;
    await expect
      .poll(async () => {
        await db.database.pool.query(asOtherServer);
        return states('fragile');
      })
      .toEqual(['failed', 'failed']);
    expect(await states('tidy')).toEqual(['active']);
  });

  test('queues of earlier versions get a heartbeat', async () => {
    await db.database.pool.query(`UPDATE pgboss.queue SET heartbeat_seconds = NULL WHERE name = 'tidy'`);
    jobs = await start('5 4 * * *');
    const { rows } = await db.database.pool.query(`SELECT heartbeat_seconds FROM pgboss.queue WHERE name = 'tidy'`);
    expect(rows).toEqual([{ heartbeat_seconds: 15 }]);
  });
});

test('what is removed by age waits while the clock may be wrong, and nothing else does', async () => {
  let mayRemove = false;
  const done: string[] = [];
  const careful = createJobs(db.database, { log: silentLogger, mayRemove: () => mayRemove });
  careful.schedule('count', '5 4 * * *', async () => void done.push('count'));
  careful.scheduleByAge('purge', '5 4 * * *', async () => void done.push('purge'));
  await careful.start();
  await careful.runAgain('purge');
  await careful.runAgain('count');
  await expect.poll(() => states('purge')).toEqual(['completed']);
  await expect.poll(() => done).toEqual(['count']);
  const reported = async () => (await careful.report()).map(({ name, state }) => `${name} ${state}`);
  await expect.poll(reported).toEqual(['count done', 'purge skipped']);
  mayRemove = true;
  await careful.runAgain('purge');
  await expect.poll(() => done).toEqual(['count', 'purge']);
  await expect.poll(reported).toEqual(['count done', 'purge done']);
  await careful.stop();
});

test('what was due while no server ran is done once at the next start', async () => {
  await jobs.stop();
  await db.database.pool.query("UPDATE pgboss.version SET cron_on = now() - interval '3 days'");
  await db.database.pool.query("UPDATE pgboss.schedule SET created_on = now() - interval '9 days'");
  jobs = await start('5 4 * * *');
  await expect.poll(() => runs.toSorted()).toEqual(['fragile', 'tidy']);
});
