import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { readableLogger } from '../../../../test/log.ts';
import { noon } from '../../../../test/telemetry.ts';
import { openDatabase } from '../../../platform/database/index.ts';
import { describeProblem } from '../../../platform/health/index.ts';
import { createMetrics } from '../../../platform/metrics/index.ts';
import { Spool, SpoolFullError } from './spool.ts';
import { StorageHealth } from './storage-health.ts';

let db: TestDatabase;
let directory: string;
let spool: Spool;
let steady: number;
let pending: number;
let isDiskFull: boolean;
let output: ReturnType<typeof readableLogger>;
let health: StorageHealth;
beforeEach(async () => {
  db = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'cyno-health-'));
  spool = new Spool(directory, 1_000);
  await spool.open();
  [steady, pending, isDiskFull] = [0, 0, false];
  output = readableLogger();
  health = makeHealth(db.database.pool);
});
afterEach(async () => {
  await db.drop();
  await rm(directory, { recursive: true });
});

const makeHealth = (pool: TestDatabase['database']['pool']) =>
  new StorageHealth({
    pool,
    spool,
    clock: { now: () => noon },
    log: output.log,
    metrics: createMetrics(),
    pending: () => pending,
    isDiskFull: () => isDiskFull,
    monotonic: () => steady,
  });

/** An error as PostgreSQL itself reports it. */
async function refusal(sqlState: string): Promise<unknown> {
  const statement = `DO $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${sqlState}'; END $$`;
  return db.database.pool.query(statement).catch((error: unknown) => error);
}
const texts = async () =>
  (await health.problems()).map(describeProblem).map(({ severity, text }) => `${severity}: ${text}`);

describe('while messages come', () => {
  test('is well as long as some are stored', async () => {
    pending = 10;
    for (let second = 0; second < 20; second++) {
      health.attempt();
      steady += 1_000;
      health.stored();
    }
    expect(await texts()).toEqual([]);
    expect(health.storedAt).toBe(noon);
  });

  test('fails when none was stored for five seconds, not before, and is well with the next that is', async () => {
    pending = 10;
    steady = 3_600_000;
    health.failed(await refusal('57P01'));
    steady += 4_999;
    expect(await texts()).toEqual([]);
    steady += 1;
    health.failed(await refusal('57P01'));
    const text =
      'Nothing can be stored: the database cannot be reached. What boards send is kept on the disk meanwhile.';
    expect(await health.problems()).toEqual([
      {
        part: 'storage',
        severity: 'failing',
        reason: 'storage_failing',
        values: { cause: 'away', spooled: 1 },
        since: noon - 5_000,
      },
    ]);
    health.stored();
    expect(await texts()).toEqual([]);
    expect(output.texts()).toEqual([`No message could be stored for 5 s: ${text}`, 'Messages are stored again']);
  });

  test('fails when the database has not responded at all for so long', async () => {
    pending = 10;
    health.attempt();
    steady += 5_000;
    expect(await texts()).toEqual([expect.stringMatching(/^failing: .*the database does not answer\./)]);
  });

  test.each([
    ['53100', 'the disk is full. Free some space.'],
    ['25006', 'the database is read-only.'],
    ['53300', 'the database has no connection left.'],
    ['28P01', 'the database does not accept the login of the server.'],
    ['42501', 'the database user has lost the right to write.'],
    ['42P01', 'the database refuses it, and the log says why.'],
  ])('says what %s means', async (sqlState, meaning) => {
    pending = 1;
    health.failed(await refusal(sqlState));
    steady += 5_000;
    expect(await texts()).toEqual([
      `failing: Nothing can be stored: ${meaning} What boards send is kept on the disk meanwhile.`,
    ]);
  });

  test('a database that a full disk has ended counts as a full disk', async () => {
    pending = 1;
    isDiskFull = true;
    health.failed(await refusal('57P03'));
    steady += 5_000;
    expect(await texts()).toEqual([expect.stringContaining('the disk is full')]);
  });

  test('a spool without room reports that boards get no acknowledgement, and why', async () => {
    await expect(spool.append(Buffer.alloc(2_000))).rejects.toThrow(SpoolFullError);
    pending = 1;
    health.failed(await refusal('57P01'));
    health.spooled(new SpoolFullError('The spool is at its limit'));
    steady += 5_000;
    expect(await texts()).toEqual([
      'failing: Nothing can be stored: the database cannot be reached. Boards get no acknowledgement.',
    ]);
    health.spooled(new SpoolFullError('The disk is full', { cause: new Error('ENOSPC') }));
    expect(await texts()).toEqual([
      'failing: Nothing can be stored: the disk is full. Free some space. Boards get no acknowledgement.',
    ]);
  });

  test('a spool that does not drain fails, one that does is a warning', async () => {
    await spool.append(Buffer.from('waits'));
    health.stored();
    expect(await texts()).toEqual([expect.stringMatching(/^warning: About 1 MB of messages wait on the disk/)]);
    health.failed(new Error('EMFILE'));
    steady += 5_000;
    expect(await texts()).toEqual([expect.stringMatching(/^failing: Nothing can be stored/)]);
  });
});

describe('while nothing comes', () => {
  const setReadOnly = (value: 'on' | 'off') =>
    db.database.pool.query(
      `ALTER DATABASE ${new URL(db.url).pathname.slice(1)} SET default_transaction_read_only = ${value}`,
    );

  test('a database that takes no row is found by trying', async () => {
    expect(await texts()).toEqual([]);
    await setReadOnly('on');
    const late = openDatabase(db.url, { log: output.log });
    health = makeHealth(late.pool);
    expect(await texts()).toEqual([expect.stringContaining('the database is read-only')]);
    await late.close();
    await setReadOnly('off').catch(() => undefined);
  });

  test('a disk without room for a row is found by trying, and found to be well again', async () => {
    await db.database.pool.query(
      `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
       CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON server_state FOR EACH ROW EXECUTE FUNCTION no_room()`,
    );
    steady += 60_000;
    expect(await texts()).toEqual([expect.stringContaining('the disk is full')]);
    await db.database.pool.query('DROP TRIGGER no_room ON server_state');
    expect(await texts()).toEqual([]);
  });

  test('one failure that passed is no notification', async () => {
    health.failed(await refusal('57P01'));
    steady += 60_000;
    expect(await texts()).toEqual([]);
    expect(output.texts()).toEqual([]);
  });
});
