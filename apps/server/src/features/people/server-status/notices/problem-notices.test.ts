import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testCore } from '../../../../../test/core.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../test/database.ts';
import type { Problem } from '../../../../platform/health/index.ts';
import { type AdministratorNotice, ProblemNotices } from './problem-notices.ts';

let db: TestDatabase;
let problems: Problem[];
let queued: AdministratorNotice[];
let mailed: string[];
let steady: number;
let isAway: boolean;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  problems = [];
  queued = [];
  mailed = [];
  steady = 0;
  isAway = false;
  await db.database.pool.query(`DELETE FROM server_state WHERE key LIKE 'problem:%'`);
});

const recipient = { email: 'ann@example.com', name: null, language: 'th', timeZone: null } as const;
const failing: Problem = {
  part: 'storage',
  severity: 'failing',
  reason: 'storage_failing',
  values: { cause: 'away', spooled: 1 },
  since: 0,
};
const disk: Problem = {
  part: 'disk',
  severity: 'warning',
  reason: 'disk_filling',
  values: { disk: 'database', percent: 83, freeBytes: 17e9 },
  topic: 'disk',
  about: 'database',
  since: 0,
};

function startNotices() {
  const core = testCore({ database: db.database });
  core.problems.add('test', () => problems);
  const notices = new ProblemNotices({
    ...core,
    monotonic: () => steady,
    accounts: {
      notices: {
        administrators: async () => {
          if (isAway) throw new Error('The database is away');
          return [
            { id: 7, recipient, canBeMailed: true },
            { id: 8, recipient: { ...recipient, email: 'unconfirmed@example.com' }, canBeMailed: false },
          ];
        },
        toAdministrator: (to: { email: string }, { subject }: { subject: string }) =>
          void mailed.push(`${to.email}: ${subject}`),
      } as never,
    },
    notifications: {
      queue: async (_within, ...some) => {
        if (isAway) throw new Error('The database is away');
        queued.push(...some);
      },
    },
  });
  const passMinutes = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      steady += 60_000;
      await notices.check();
    }
  };
  return { notices, passMinutes, metrics: core.metrics };
}

test('every administrator is notified once through their contacts, in both languages, and when it is over', async () => {
  const { passMinutes } = startNotices();
  problems = [disk];
  await passMinutes(30);
  expect(queued.map(({ accountId, severity, subject }) => [accountId, severity, subject])).toEqual([
    [7, 'warning', 'Cyno server: The disk of the database is 83 % full: 17.0 GB are free'],
    [8, 'warning', 'Cyno server: The disk of the database is 83 % full: 17.0 GB are free'],
  ]);
  expect(queued[0]?.translations.th.subject).toBe('เซิร์ฟเวอร์ Cyno: ดิสก์ของฐานข้อมูลใช้ไป 83 % เหลือที่ว่าง 17.0 GB');
  queued = [];
  problems = [];
  await passMinutes(30);
  expect(queued.map(({ subject }) => subject)).toEqual(
    Array(2).fill('Cyno server, solved: The disk of the database is 83 % full: 17.0 GB are free'),
  );
});

test('after a restart nothing is told twice, and what ended meanwhile is told', async () => {
  problems = [disk];
  await startNotices().passMinutes(5);
  expect(queued).toHaveLength(2);
  const { passMinutes } = startNotices();
  await passMinutes(30);
  expect(queued).toHaveLength(2);
  problems = [];
  await passMinutes(30);
  expect(queued).toHaveLength(4);
});

test('while the database is away what fails is mailed to confirmed addresses, and told to nobody again when it is back', async () => {
  const { passMinutes } = startNotices();
  await passMinutes(1);
  isAway = true;
  problems = [failing, disk];
  await passMinutes(5);
  expect(mailed).toEqual(['ann@example.com: เซิร์ฟเวอร์ Cyno: เก็บข้อมูลไม่ได้เพราะติดต่อฐานข้อมูลไม่ได้']);
  isAway = false;
  await passMinutes(5);
  expect(queued.map(({ key }) => key.split(':').slice(0, -1).join(':'))).toEqual([
    'server:7:disk:database',
    'server:8:disk:database',
  ]);
  problems = [disk];
  await passMinutes(30);
  expect(queued.at(-1)).toMatchObject({ subject: expect.stringContaining('solved: Nothing can be stored') });
  expect(mailed).toHaveLength(1);
});

test('the metric counts what is wrong by reason', async () => {
  const { passMinutes, metrics } = startNotices();
  problems = [disk, { ...disk, about: 'data folder' }, failing];
  await passMinutes(1);
  const text = await metrics.metrics();
  expect(text).toContain('cyno_problems{reason="disk_filling",severity="warning"} 2');
  expect(text).toContain('cyno_problems{reason="storage_failing",severity="failing"} 1');
});
