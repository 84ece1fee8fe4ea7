import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HeldFile, HeldFiles } from './held-files.ts';

const minuteMs = 60_000;
const clock = { at: Date.UTC(2026, 10, 22), now: () => clock.at };
let directory: string;
let files: HeldFiles;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-imports-'));
  files = new HeldFiles(directory, clock);
  await files.open();
});
afterEach(() => rm(directory, { recursive: true }));

const add = (accountId: number, { bytes = 3, network }: { bytes?: number; network?: string } = {}) =>
  files.add({ deviceId: 1, accountId, ...(network !== undefined && { network }) }, { name: 'a.csv', bytes });
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

it('is the same when its first piece comes again', async () => {
  const file = await add(1, { bytes: 6 });
  await files.write(file, 0, Buffer.from('abc'));
  await files.write(file, 3, Buffer.from('def'));
  expect(await files.write(file, 0, Buffer.from('abc'))).toBe(6);
  expect(await readFile(file.path, 'utf8')).toBe('abcdef');
});

describe('places of files', () => {
  it('are kept from nobody by files that are over', async () => {
    for (let index = 0; index < 30; index += 1) (await add(Math.floor(index / 3))).state = 'done';
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
    expect(await readdir(directory)).toEqual([steady.id]);
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
  });

  it('are at most nine of a network, with however many accounts', async () => {
    const announced = Array.from({ length: 12 }, (_, index) => add(Math.floor(index / 2), { network: '192.0.2.1' }));
    const statuses = await Promise.all(announced.map(statusOf));
    expect(statuses.filter((status) => status === 201)).toHaveLength(9);
    expect(await statusOf(add(50, { network: '192.0.2.2' }))).toBe(201);
  });
});
