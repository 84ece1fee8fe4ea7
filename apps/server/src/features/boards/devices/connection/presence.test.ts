import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/database.ts';
import { silentLogger } from '../../../../../test/log.ts';
import type { DeviceRecord } from '../devices.directory.ts';
import { createPresence } from './presence.ts';

const windowMs = 10 * 60_000;
let db: TestDatabase;
let device: DeviceRecord;

beforeAll(async () => {
  db = await createTestDatabase();
  const { rows } = await db.database.pool.query(
    `with owner as (insert into accounts (email) values ('ann@example.com') returning id)
     insert into devices (account_id, espid, name, "order", family)
     select id, 'ESP-1', 'ESP-1', 0, 'other' from owner returning id`,
  );
  device = { id: rows[0].id, lastSeenAt: 0, onlineChangedAt: 0 } as DeviceRecord;
});
afterAll(() => db.drop());

test('of a board that comes and goes all the time sixty intervals are kept in ten minutes', async () => {
  let now = 1_000;
  const presence = createPresence({ database: db.database, clock: { now: () => now }, log: silentLogger });
  const comeAndGo = () => {
    presence.wentOnline(device, now);
    now += 1_000;
    presence.wentOffline(device, now);
  };
  for (let n = 0; n < 65; n += 1) comeAndGo();
  now = 1_000 + windowMs;
  comeAndGo();
  await presence.stop();
  const { rows } = await db.database.pool.query('select online_at, offline_at from presence order by online_at');
  expect(rows).toHaveLength(61);
  expect(rows.every(({ online_at, offline_at }) => offline_at === online_at + 1_000)).toBe(true);
  expect(rows.slice(-2).map(({ online_at }) => online_at)).toEqual([60_000, 1_000 + windowMs]);
});

test('a connection that lasts is stored also after sixty short ones', async () => {
  const start = 20 * windowMs;
  let now = start;
  const presence = createPresence({ database: db.database, clock: { now: () => now }, log: silentLogger });
  for (let n = 0; n < 60; n += 1) {
    presence.wentOnline(device, now);
    now += 1_000;
    presence.wentOffline(device, now);
  }
  const begin = now;
  presence.wentOnline(device, begin);
  now += windowMs;
  await presence.stop();
  const { rows } = await db.database.pool.query('select online_at, offline_at from presence where online_at >= $1', [
    begin,
  ]);
  expect(rows).toEqual([{ online_at: begin, offline_at: null }]);
});

test('a connection during which the clock was set back has not ended before it began', async () => {
  const at = 10 * windowMs;
  const presence = createPresence({ database: db.database, clock: { now: () => at }, log: silentLogger });
  presence.wentOnline(device, at);
  presence.wentOffline(device, at - 5_000);
  await presence.stop();
  const { rows } = await db.database.pool.query('select offline_at from presence where online_at = $1', [at]);
  expect(rows).toEqual([{ offline_at: at }]);
});
