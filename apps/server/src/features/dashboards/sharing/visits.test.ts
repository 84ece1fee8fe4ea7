import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { silentLogger } from '../../../../test/log.ts';
import { asAccount, watchRequesters } from '../../../../test/requesters.ts';
import { schema } from '../../../platform/database/index.ts';
import { visitsRepository } from './visits.repository.ts';
import { Visits } from './visits.ts';

let db: TestDatabase;
let [ann, ben]: [number, number] = [0, 0];
let deviceIds: number[] = [];
const clock = { at: Date.UTC(2026, 10, 22), now: () => clock.at };

beforeAll(async () => {
  db = await createTestDatabase();
  const emails = ['ann@example.com', 'ben@example.com'];
  const rows = await db.database.orm
    .insert(schema.accounts)
    .values(emails.map((email) => ({ email, passwordHash: 'x', member: 'user' as const })))
    .returning();
  [ann, ben] = rows.map(({ id }) => id) as [number, number];
  const { rows: devices } = await db.database.pool.query<{ id: number }>(
    `insert into devices (account_id, espid, name, "order", family) select $1, 'D' || n, 'D', n, 'esp32' from generate_series(1, 600) as n returning id`,
    [ann],
  );
  deviceIds = devices.map(({ id }) => id);
});
afterAll(() => db.drop());

test('anyone who looks at very many devices keeps nobody else out of the lists', async () => {
  const repository = visitsRepository(db.database);
  const visits = new Visits({ repository, clock, log: silentLogger });
  for (const deviceId of deviceIds) visits.note(ben, deviceId, 'viewer');
  visits.note(ann, deviceIds[0] ?? 0, 'operator');
  await visits.flush();
  const { rows } = await db.database.pool.query(
    'select account_id as account, count(*)::int from device_visits group by 1 order by 1',
  );
  expect(rows).toEqual([
    { account: ann, count: 1 },
    { account: ben, count: 500 },
  ]);
  clock.at += 10 * 60_000 + 1;
  await visits.flush();
  visits.note(ben, deviceIds[599] ?? 0, 'viewer');
  await visits.flush();
  expect(await repository.list(deviceIds[599] ?? 0)).toHaveLength(1);
});

test("each night the oldest of one account on a device go, and nobody else's", async () => {
  const repository = visitsRepository(db.database);
  const deviceId = deviceIds[1] ?? 0;
  await db.database.pool.query('delete from device_visits');
  const visit = (accountId: number, at: number) => ({
    deviceId,
    accountId,
    role: 'viewer' as const,
    fromAt: at,
    toAt: at,
  });
  await repository.add([visit(ann, clock.at - 5_000)]);
  await repository.add(Array.from({ length: 1_200 }, (_, index) => visit(ben, clock.at - index)));
  await repository.removeOld(clock.at);
  const left = await repository.list(deviceId);
  expect(left.filter(({ email }) => email === 'ben@example.com')).toHaveLength(200);
  expect(left.filter(({ email }) => email === 'ann@example.com')).toHaveLength(1);
});

test('who looks at the list of one device does not write down the login sessions of everybody', async () => {
  const visits = new Visits({ repository: visitsRepository(db.database), clock, log: silentLogger });
  visits.note(ben, deviceIds[2] ?? 0, 'viewer');
  const requesters = watchRequesters(db.database.pool);
  await asAccount(() => visits.flush());
  expect(requesters).toEqual(new Set(['server']));
});
