import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { silentLogger } from '../../../../test/log.ts';
import { startTestServer } from '../../../../test/server.ts';
import { startTestSmtp } from '../../../../test/stand-ins/smtp.ts';
import { EventBus } from '../../../platform/bus/index.ts';
import { DiskWatch, type ReadSpace } from '../../../platform/health/index.ts';
import { createMetrics } from '../../../platform/metrics/index.ts';
import { sendDiskNotices } from './disk-notices.ts';

let db: TestDatabase;
let used: number;
let notified: number[];
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  notified = [];
  await db.database.pool.query(`DELETE FROM server_state WHERE key LIKE 'disk_level:%'`);
});

const gigabyte = 1e9;
const readSpace: ReadSpace = async () => ({
  totalBytes: 100 * gigabyte,
  freeBytes: (100 - used) * gigabyte,
  device: 1,
});

/** A server that looks at its disk; what it does about it has settled when `check` resolves. */
function startWatch() {
  const bus = new EventBus({ log: silentLogger });
  const disks = new DiskWatch({
    bus,
    paths: { 'data folder': '/data' },
    leastFreeBytes: 0,
    readSpace,
    clock: { now: () => 0 },
    log: silentLogger,
    metrics: createMetrics(),
  });
  let settled: Promise<unknown> = Promise.resolve();
  const query = vi.spyOn(db.database.pool, 'query');
  sendDiskNotices({
    bus,
    database: db.database,
    log: silentLogger,
    notify: async (disk) => void notified.push(disk.level),
  });
  return async (percent: number) => {
    used = percent;
    query.mockClear();
    await disks.check();
    settled = Promise.all(query.mock.results.map(({ value }) => value));
    await settled;
    await new Promise((resolve) => setImmediate(resolve));
  };
}

test('administrators are notified once for each threshold, and again after there was room', async () => {
  const check = startWatch();
  for (const percent of [50, 81, 82, 90, 96, 97, 85, 70, 82]) await check(percent);
  expect(notified).toEqual([80, 95, 80]);
});

test('a restart notifies of nothing twice', async () => {
  const before = startWatch();
  await before(83);
  const after = startWatch();
  await after(84);
  await after(84);
  expect(notified).toEqual([80]);
  await after(95);
  expect(notified).toEqual([80, 95]);
});

test('administrators get a mail, others do not; it shows how full the disk is and leads to the page', async () => {
  const smtp = await startTestSmtp();
  let percent = 20;
  const server = await startTestServer(
    { SMTP_URL: smtp.url, PUBLIC_URL: 'https://cyno.test' },
    { readSpace: async () => ({ totalBytes: 100 * gigabyte, freeBytes: (100 - percent) * gigabyte, device: 1 }) },
  );
  const add = (email: string, member: string, confirmed: boolean) =>
    server.database.pool.query(
      `INSERT INTO accounts (email, member, confirmed_at) VALUES ($1, $2, CASE WHEN $3 THEN now() END)`,
      [email, member, confirmed],
    );
  await add('ann@example.com', 'admin', true);
  await add('bob@example.com', 'user', true);
  await add('unconfirmed@example.com', 'admin', false);
  percent = 83;
  const mail = await smtp.mailTo('ann@example.com');
  expect(mail).toContain('A disk of your Cyno server is 83 % full');
  expect(mail).toContain('17.0 GB are free');
  expect(mail).toContain('https://cyno.test/admin/server');
  expect(smtp.mails.map(({ to }) => to)).toEqual([['ann@example.com']]);
  await server.stop();
  await smtp.stop();
});
