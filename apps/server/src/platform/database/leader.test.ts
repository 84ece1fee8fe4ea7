import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silentLogger } from '../../../test/log.ts';
import { Leader } from './index.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

/** A server that notes when it begins and ends to work. */
function serverOf(name: string, events: string[]) {
  const leader = new Leader(db.database, {
    name: 'test work',
    log: silentLogger,
    async work(signal) {
      events.push(`${name} begins`);
      await once(signal, 'abort');
      events.push(`${name} ends`);
    },
  });
  leader.start();
  return leader;
}

test('one server works, and another one takes over when it stops or loses its connection', async () => {
  const events: string[] = [];
  const first = serverOf('first', events);
  await expect.poll(() => events).toEqual(['first begins']);
  const second = serverOf('second', events);
  await first.stop();
  expect(events.slice(0, 2)).toEqual(['first begins', 'first ends']);
  await expect.poll(() => events).toEqual(['first begins', 'first ends', 'second begins']);
  await db.database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cyno test work' AND datname = current_database()`,
  );
  await expect.poll(() => events.slice(3)).toEqual(['second ends', 'second begins']);
  await second.stop();
  expect(events.at(-1)).toBe('second ends');
});
