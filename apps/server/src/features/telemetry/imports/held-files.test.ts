import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../../../test/database.ts';
import { createImportsDatabase } from '../../../../test/imports.ts';
import { type HeldFile, HeldFiles } from './held-files.ts';
import { type BegunImport, type ImportsRepository, importsRepository } from './imports.repository.ts';

const minuteMs = 60_000;
const clock = { at: Date.UTC(2026, 10, 22), now: () => clock.at };
let created: TestDatabase;
let repository: ImportsRepository;
let files: HeldFiles;

beforeAll(async () => {
  created = await createImportsDatabase();
  repository = importsRepository(created.database);
});
beforeEach(async () => {
  await created.database.pool.query('DELETE FROM imports');
  files = new HeldFiles(repository, clock);
});
afterAll(() => created.drop());

const add = (accountId: number, { bytes = 3, network = `net ${accountId}` } = {}) =>
  files.add({ deviceId: 1, accountId, network }, { name: 'a.csv', bytes });
const statusOf = (added: Promise<HeldFile>) =>
  added.then(
    () => 201,
    ({ status }: { status: number }) => status,
  );
/** A file of each of thirty accounts. */
async function fillAll(): Promise<HeldFile[]> {
  const added: HeldFile[] = [];
  for (let index = 0; index < 30; index += 1) added.push(await add(100 + index));
  return added;
}

/** The whole file as it is read. */
async function textOf({ bytes, content }: HeldFile): Promise<string> {
  let text = '';
  while (text.length < bytes) text += await content.read(text.length);
  return text;
}
/** What the next server finds. */
async function nextServer(): Promise<HeldFiles> {
  const next = new HeldFiles(repository, clock);
  await next.open();
  return next;
}
const begun: BegunImport = {
  start: {
    layout: { delimiter: ',', header: true, decimal: '.' },
    mapping: {
      time: { column: 0, format: 'iso', zone: 'UTC' },
      // Both are in files, and PostgreSQL stores neither in a text.
      only: { column: 2, value: '\0\ud800' },
      columns: [{ column: 1, key: 'a', kind: 'number' }],
    },
    overwrite: false,
  },
  ownerId: 1,
  continuations: 0,
};

describe('pieces', () => {
  it('that come again change nothing, and of those that overlap only the rest is added', async () => {
    const file = await add(1, { bytes: 9 });
    await files.write(file, 0, Buffer.from('abc'));
    await files.write(file, 3, Buffer.from('def'));
    expect(await files.write(file, 0, Buffer.from('abc'))).toBe(6);
    expect(await files.write(file, 1, Buffer.from('XXXXX'))).toBe(6);
    expect(await files.write(file, 4, Buffer.from('XXghi'))).toBe(9);
    expect(await textOf(file)).toBe('abcdefghi');
    expect(String(await file.content.read(4))).toBe('ef');
  });

  it('that come at once are taken in their order', async () => {
    const file = await add(1, { bytes: 9 });
    const pieces = ['abc', 'def', 'ghi'].map((text, index) => files.write(file, index * 3, Buffer.from(text)));
    expect(await Promise.all(pieces)).toEqual([3, 6, 9]);
    const twice = ['abc', 'abc'].map((text) => files.write(file, 0, Buffer.from(text)));
    expect(await Promise.all(twice)).toEqual([9, 9]);
    expect(await textOf(file)).toBe('abcdefghi');
  });

  it('out of turn, beyond the end or of a file that is gone are refused', async () => {
    const file = await add(1, { bytes: 6 });
    await expect(files.write(file, 1, Buffer.from('b'))).rejects.toMatchObject({ status: 400 });
    await expect(files.write(file, 0, Buffer.from('abcdefg'))).rejects.toMatchObject({ status: 400 });
    await files.remove(file);
    await expect(files.write(file, 0, Buffer.from('abc'))).rejects.toMatchObject({ status: 404 });
  });
});

describe('the next server', () => {
  it('takes further pieces, also one again whose response was lost', async () => {
    const before = await add(1, { bytes: 6 });
    await files.write(before, 0, Buffer.from('abc'));
    const next = await nextServer();
    const file = next.get(1, before.id);
    expect(file).toMatchObject({ state: 'waiting', received: 3, network: 'net 1' });
    expect(await next.write(file, 0, Buffer.from('abc'))).toBe(3);
    expect(await next.write(file, 3, Buffer.from('def'))).toBe(6);
    expect(await textOf(file)).toBe('abcdef');
  });

  it('knows how far an import came, and what became of one that is over', async () => {
    const [file, over] = [await add(2), await add(2)];
    for (const one of [file, over]) await files.write(one, 0, Buffer.from('abc'));
    for (const one of [file, over]) await files.begin(one, begun);
    file.added = 7_000;
    await files.save(file);
    over.state = 'done';
    await files.settle(over);
    const next = await nextServer();
    expect(next.running()).toMatchObject([{ id: file.id, added: 7_000, begun, received: 3 }]);
    expect(next.get(1, over.id)).toMatchObject({ state: 'done' });
    expect(await over.content.read(0)).toEqual(Buffer.alloc(0));
  });

  it('does not find an import running that was cancelled', async () => {
    const file = await add(2);
    await files.write(file, 0, Buffer.from('abc'));
    await files.begin(file, begun);
    await Promise.all([files.save(file), files.cancel(file), files.save(file)]);
    const next = await nextServer();
    expect(next.get(1, file.id).state).toBe('cancelled');
    expect(await file.content.read(0)).toEqual(Buffer.alloc(0));
  });

  it('keeps to the hour', async () => {
    const file = await add(2);
    clock.at += 60 * minuteMs + 1;
    const next = await nextServer();
    await next.sweep();
    expect(() => next.get(1, file.id)).toThrow('There is no import');
    expect((await nextServer()).ofAccount(1, 2)).toEqual([]);
  });
});

it.each([
  ['device', 'DELETE FROM devices WHERE id = $1'],
  ['account', 'DELETE FROM accounts WHERE id = (SELECT account_id FROM devices WHERE id = $1)'],
])('a file goes with its %s', async (_, remove) => {
  const { pool } = created.database;
  const { rows } = await pool.query<{ id: number; accountId: number }>(
    `WITH owner AS (INSERT INTO accounts (email) VALUES ('gone@example.com') ON CONFLICT (email) DO UPDATE SET name = '' RETURNING id)
     INSERT INTO devices (account_id, espid, name, "order", family) SELECT id, 'gone', 'Gone', 0, 'esp32' FROM owner
     RETURNING id, account_id AS "accountId"`,
  );
  const { id: deviceId, accountId } = rows[0] ?? { id: 0, accountId: 0 };
  const file = await files.add({ deviceId, accountId, network: 'net' }, { name: 'a.csv', bytes: 3 });
  await files.write(file, 0, Buffer.from('abc'));
  await pool.query(remove, [deviceId]);
  expect(await repository.list()).toEqual([]);
  expect(await file.content.read(0)).toEqual(Buffer.alloc(0));
});

describe('places of files', () => {
  it('are kept from nobody by files that are over', async () => {
    for (let index = 0; index < 30; index += 1) (await add(1 + Math.floor(index / 3))).state = 'done';
    const waiting = await fillAll();
    await expect(add(200)).rejects.toMatchObject({ status: 429 });
    Object.assign(waiting[0] ?? {}, { state: 'cancelled' });
    await add(200);
  });

  it('are free a minute after they were announced when nothing comes', async () => {
    await fillAll();
    clock.at += minuteMs;
    expect(await statusOf(add(200))).toBe(429);
    clock.at += 1;
    expect(await statusOf(add(200))).toBe(201);
  });

  it('are left to others by accounts that announce one file after the other', async () => {
    for (let index = 0; index < 100; index += 1) await add(100 + (index % 10));
    const others = Array.from({ length: 7 }, (_, index) => statusOf(add(200 + index)));
    expect(await Promise.all(others)).toEqual(Array(7).fill(201));
  });

  it('are free when less comes than 8 KB a second', async () => {
    const bytes = 5_000_000;
    const [slow, steady] = [await add(1, { bytes }), await add(2, { bytes })];
    await files.write(slow, 0, Buffer.alloc(60_000));
    await files.write(steady, 0, Buffer.alloc(90_000));
    clock.at += minuteMs + 10_000;
    await files.sweep();
    expect(() => files.get(1, slow.id)).toThrow('There is no import');
    expect(files.get(1, steady.id)).toBe(steady);
    expect((await repository.list()).map(({ id }) => id)).toEqual([steady.id]);
  });

  it('are given to somebody else when whole files were not begun for ten minutes and all are taken', async () => {
    const whole = await fillAll();
    for (const file of whole) await files.write(file, 0, Buffer.from('abc'));
    clock.at += 10 * minuteMs;
    for (const file of whole) files.get(1, file.id);
    expect(await statusOf(add(200))).toBe(429);
    clock.at += 1;
    const running = whole[0] as HeldFile;
    running.state = 'running';
    expect(await Promise.all([200, 201].map((accountId) => statusOf(add(accountId))))).toEqual([201, 201]);
    expect(files.get(1, running.id)).toBe(running);
    for (const file of whole.slice(1, 3)) expect(() => files.get(1, file.id)).toThrow('There is no import');
  });

  it('are at most three of an account, also when many are announced at once', async () => {
    const added = await Promise.all(Array.from({ length: 8 }, () => add(1)));
    const left = added.filter((file) => {
      try {
        return files.get(1, file.id) === file;
      } catch {
        return false;
      }
    });
    expect(left).toHaveLength(3);
    await expect.poll(repository.list).toHaveLength(3);
  });

  it('are at most nine of a network, with however many accounts', async () => {
    const announced = Array.from({ length: 12 }, (_, index) =>
      add(1 + Math.floor(index / 2), { network: '192.0.2.1' }),
    );
    const statuses = await Promise.all(announced.map(statusOf));
    expect(statuses.filter((status) => status === 201)).toHaveLength(9);
    expect(await statusOf(add(50, { network: '192.0.2.2' }))).toBe(201);
  });
});
