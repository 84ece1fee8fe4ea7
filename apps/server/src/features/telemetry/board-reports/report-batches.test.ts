import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import type { BoardMessage, BoardSession } from '../../../platform/broker/index.ts';
import { type Report, reportOf } from './report.ts';
import { ReportBatches } from './report-batches.ts';
import { ReportSpool } from './report-spool.ts';

const session: BoardSession = {
  kind: 'board',
  accountId: 1,
  espid: 'A',
  deviceId: 7,
  remoteAddress: '127.0.0.1',
  connectedAt: 5,
};
let serial = 0;
/** A report as it comes, each a millisecond after the one before. */
function report(subtopic: string, payload: string): Report {
  serial += 1;
  return reportOf(session, { subtopic, payload: Buffer.from(payload), qos: 0, receivedAt: serial } as BoardMessage);
}

/** What the database does with reports: a promise that a test settles, one for each write. */
class Database {
  readonly requested: PromiseWithResolvers<void>[] = [];
  mode: 'when told' | 'takes' | 'refuses' = 'when told';

  saved = (): Promise<void> => {
    const reply = Promise.withResolvers<void>();
    this.requested.push(reply);
    if (this.mode === 'takes') reply.resolve();
    if (this.mode === 'refuses') reply.reject(new Error('the database is away'));
    return reply.promise;
  };
}

let directory: string;
let database: Database;
let spool: ReportSpool;
let batches: ReportBatches;

async function open(): Promise<string[]> {
  const restored: string[] = [];
  spool = new ReportSpool({ directory, log: silentLogger, saved: database.saved });
  batches = new ReportBatches({ log: silentLogger, spool, saved: database.saved });
  await spool.replay(({ subtopic, payload }) => restored.push(`${subtopic} ${payload}`));
  return restored;
}

/** What became of a promise so far. */
function watch(promise: Promise<void>) {
  const outcome = { now: 'waits' };
  promise.then(
    () => (outcome.now = 'kept'),
    () => (outcome.now = 'refused'),
  );
  return outcome;
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const files = () => readdir(directory);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  directory = join(await mkdtemp(join(tmpdir(), 'cyno-reports-')), 'reports');
  database = new Database();
  await open();
});
afterEach(async () => {
  database.mode = 'takes';
  vi.useRealTimers();
  await spool.stop();
  await rm(join(directory, '..'), { recursive: true, force: true });
});

describe('a report', () => {
  test('is acknowledged when the database has it, and not before; those that come together are stored together', async () => {
    const [first, second] = [watch(batches.add(report('ioact', 'D1:act:1'))), watch(batches.add(report('info', '{}')))];
    await pass(5);
    expect(database.requested).toHaveLength(1);
    expect([first.now, second.now]).toEqual(['waits', 'waits']);
    database.requested[0]?.resolve();
    await pass(0);
    expect([first.now, second.now]).toEqual(['kept', 'kept']);
    expect(await files()).toEqual([]);
  });

  test('goes to the disk 700 ms after it came when the database has not responded, and is acknowledged then', async () => {
    const outcome = watch(batches.add(report('ioact', 'D1:act:1')));
    await pass(699);
    expect([outcome.now, await files()]).toEqual(['waits', []]);
    await pass(1);
    await expect.poll(() => outcome.now).toBe('kept');
    expect(await files()).toHaveLength(1);
  });

  test('that waits behind one to which the database does not respond is acknowledged within 700 ms, too', async () => {
    watch(batches.add(report('ioact', 'D1:act:1')));
    await pass(300);
    const second = watch(batches.add(report('ioact', 'D1:act:0')));
    await pass(700);
    await expect.poll(() => second.now).toBe('kept');
  });

  test('goes to the disk at once when the database is away, and leaves it when the database has it', async () => {
    database.mode = 'refuses';
    const outcome = watch(batches.add(report('ioact', 'D1:act:1')));
    await pass(5);
    await expect.poll(() => outcome.now).toBe('kept');
    expect(await files()).toHaveLength(1);
    database.mode = 'takes';
    await expect
      .poll(async () => {
        await pass(2_000);
        return files();
      })
      .toEqual([]);
    const later = watch(batches.add(report('ioact', 'D1:act:0')));
    await pass(5);
    await expect.poll(() => later.now).toBe('kept');
    expect(await files()).toEqual([]);
  });

  test('is not stored when neither takes it, which is reported', async () => {
    database.mode = 'refuses';
    await rm(directory, { recursive: true });
    await writeFile(directory, '');
    const outcome = watch(batches.add(report('ioact', 'D1:act:1')));
    await pass(5);
    await expect.poll(() => outcome.now).toBe('refused');
    await rm(directory);
  });
});

describe('after a kill', () => {
  test('everything that was stored on the disk is taken in again, of each pin, event and fact the newest, in order', async () => {
    database.mode = 'refuses';
    const replies = ['ioact D1:act:1', 'eventact Event:led:1', 'ioact D1:act:0', 'info {"v":"1.0.8"}', 'io D2:act:1'];
    for (const one of replies) {
      const [subtopic = '', payload = ''] = one.split(' ');
      await Promise.all([batches.add(report(subtopic, payload)), pass(5)]);
    }
    // Nothing is closed: the process is gone.
    const [killed, killedDatabase] = [spool, database];
    database = new Database();
    database.mode = 'takes';
    const restored = await open();
    expect(restored.filter((one) => one.includes('D1')).at(-1)).toBe('ioact D1:act:0');
    expect(restored).toEqual(expect.arrayContaining(['eventact Event:led:1', 'info {"v":"1.0.8"}', 'io D2:act:1']));
    expect(await files()).toEqual([]);
    killedDatabase.mode = 'takes';
    await killed.stop();
  });

  test('it stays on the disk until the database has it', async () => {
    database.mode = 'refuses';
    await Promise.all([batches.add(report('ioact', 'D1:act:1')), pass(5)]);
    await spool.stop();
    expect(await open()).toEqual(['ioact D1:act:1']);
    expect(await files()).toHaveLength(1);
    await spool.stop();
    database.mode = 'takes';
    expect(await open()).toEqual(['ioact D1:act:1']);
    expect(await files()).toEqual([]);
  });
});

test('a board that sends the same all day fills no disk while the database is away', async () => {
  database.mode = 'refuses';
  const long = 'x'.repeat(200);
  let rounds = 0;
  const sendAll = async () => {
    rounds += 1;
    const all = Array.from({ length: 100 }, (_, n) => batches.add(report('eventact', `Event:e${n}:${long}${rounds}`)));
    await Promise.all([...all, pass(5)]);
  };
  while (rounds < 120) await sendAll();
  const sizes = async () => Promise.all((await files()).map(async (name) => (await stat(join(directory, name))).size));
  // More than 2.6 MB came, of which 22 KB are the newest.
  await expect
    .poll(async () => {
      await sendAll();
      await pass(2_000);
      return (await sizes()).reduce((sum, size) => sum + size, 0);
    })
    .toBeLessThan(1024 ** 2);
});
