import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silentLogger } from '../../../test/log.ts';
import { compileCache } from '../../../test/processes/built-server.ts';
import { contentOf } from '../../../test/processes/content-of.ts';
import { findRestoreMark, setRestoreMark } from '../database/index.ts';
import { finishRestore } from './finish-restore.ts';
import { planFilling } from './put-in-place.ts';

const processOf = (name: string) => new URL(`../../../test/processes/${name}`, import.meta.url);
const aside = 'before-restore-19700101T000000Z';
const mark = 'ab12';
/** Each that changes something, or decides. */
const steps = encodeURIComponent('query (SELECT (obj|pg_term)|COMMENT)|^(rename|rm) ');

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-settle-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function write(data: string, path: string, content: string): Promise<void> {
  await mkdir(dirname(join(data, path)), { recursive: true });
  await writeFile(join(data, path), content);
}

/** A data directory as it is when the rows are about to be committed, or just were. */
async function prepare(name: string): Promise<string> {
  const data = join(directory, name);
  await write(data, 'server.key', 'old');
  await write(data, 'postgres/password', 'old');
  const work = ['cluster/1', 'postgres/password', 'cyno/tables.json', 'cyno/rows/1'];
  for (const path of work) await write(data, `restore.unfinished/${path}`, 'work');
  for (const path of ['server.key', 'spool/1']) await write(data, `restore.unfinished/cyno/files/${path}`, 'new');
  await planFilling(data, { mark, now: new Date(0) });
  return data;
}

/** Finishes it and kills that at its nth step; true when it had so many. */
async function killAt(nth: number, data: string, url: string): Promise<boolean> {
  const hook = `${processOf('kill-at-step.ts')}?at=${steps}&nth=${nth}`;
  const program = processOf('finish-restore-process.ts').pathname;
  const imports = ['--import', new URL('../quick-imports.ts', import.meta.url).pathname, '--import', hook];
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache };
  const child = spawn(process.execPath, [...imports, program, data, url], { stdio: 'inherit', env });
  const [, signal] = await once(child, 'exit');
  return signal === 'SIGKILL';
}

const old = { 'postgres/password': 'old', 'server.key': 'old' };
const restored = {
  [`${aside}/postgres/password`]: 'old',
  [`${aside}/server.key`]: 'old',
  'server.key': 'new',
  'spool/1': 'new',
};

test.each([
  ['the rows are there', true, 16],
  ['the rows are not there', false, 4],
])(
  'when %s it ends with the files that belong to them, whichever two steps it is killed at',
  async (_, isFilled, fewest) => {
    let [nth, survived] = [0, false];
    const killEach = async () => {
      const db = await createTestDatabase();
      onTestFinished(() => db.drop());
      while (!survived) if (await isWholeAfter(++nth, isFilled, db)) survived = true;
    };
    await Promise.all([killEach(), killEach(), killEach()]);
    expect(nth).toBeGreaterThan(fewest);
  },
);

/** Kills it at its nth step, and what finishes it half so far; true when it had fewer. */
async function isWholeAfter(nth: number, isFilled: boolean, { url, database }: TestDatabase): Promise<boolean> {
  const client = await database.pool.connect();
  if (isFilled) await setRestoreMark(client, mark);
  client.release();
  const data = await prepare(`${isFilled} ${nth}`);
  const killed = await killAt(nth, data, url);
  if (killed) await killAt(Math.ceil(nth / 2), data, url);
  const sentence = await finishRestore(data, { databaseUrl: url, log: silentLogger });
  expect([nth, await contentOf(data)]).toEqual([nth, isFilled ? restored : old]);
  expect(await findRestoreMark(database.pool)).toBeUndefined();
  expect((await readdir(data)).filter((name) => name.startsWith('restore.'))).toEqual([]);
  const expected = isFilled ? `The previous data is in ${join(data, aside)}.` : 'The data is as it was before.';
  if (sentence !== undefined) expect(sentence).toContain(expected);
  return !killed;
}

test('a database that is away, or another one, does not decide it wrongly', async () => {
  const data = await prepare('away');
  const before = await contentOf(data);
  const away = 'postgres://cyno@nowhere.invalid/none';
  await expect(finishRestore(data, { databaseUrl: away, log: silentLogger })).rejects.toThrow(
    /^A restore was interrupted, and only the database knows how far\. .*nowhere.invalid cannot be reached/,
  );
  expect(await contentOf(data)).toEqual(before);
  // Without DATABASE_URL the embedded database is used, which nobody filled.
  expect(await finishRestore(data, { databaseUrl: null, log: silentLogger })).toMatch(/as it was before/);
  expect(await contentOf(data)).toEqual(old);
});
