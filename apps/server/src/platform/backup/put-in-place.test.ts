import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLogger } from '../../../test/log.ts';
import { contentOf } from '../../../test/processes/content-of.ts';
import { finishRestore } from './finish-restore.ts';

const processOf = (name: string) => new URL(`../../../test/processes/${name}`, import.meta.url);
const aside = 'before-restore-19700101T000000Z';
const nightly = 'nightly/cyno-20260102T030405Z.tar.zst';
const weekly = 'weekly/cyno-20260102T030405Z.tar.zst';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-place-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function write(data: string, path: string, content: string): Promise<void> {
  await mkdir(dirname(join(data, path)), { recursive: true });
  await writeFile(join(data, path), content);
}

/** Puts data in place and kills that at its nth step; true when it had so many. */
async function killAt(nth: number, data: string): Promise<boolean> {
  for (const path of ['postgres/cluster/1', 'server.key', 'spool/1', nightly, weekly]) await write(data, path, 'old');
  // A backup of an earlier version contains the folder of backups that was below the data directory.
  for (const path of ['postgres/cluster/1', 'server.key', 'certificate', nightly])
    await write(data, `restore.unfinished/${path}`, 'new');
  const program = processOf('put-in-place-process.ts').pathname;
  const hook = `${processOf('kill-at-step.ts')}?at=.&nth=${nth}`;
  const child = spawn(process.execPath, ['--import', hook, program, data], { stdio: 'inherit' });
  const [, signal] = await once(child, 'exit');
  return signal === 'SIGKILL';
}

const replaced = { [nightly]: 'old', 'postgres/cluster/1': 'old', 'server.key': 'old', 'spool/1': 'old' };
const old = { ...replaced, [weekly]: 'old' };
const restored = {
  ...Object.fromEntries(Object.entries(replaced).map(([path, content]) => [`${aside}/${path}`, content])),
  certificate: 'new',
  [nightly]: 'new',
  'postgres/cluster/1': 'new',
  'server.key': 'new',
  [weekly]: 'old',
};

test('whichever step it is killed at, the next start has all the data of before, or all of the backup and that of before aside', async () => {
  let [nth, survived] = [0, false];
  while (!survived) {
    const tries = Array.from({ length: 8 }, () => ++nth);
    survived = (await Promise.all(tries.map(isWholeAfter))).includes(true);
  }
});

/** Kills it at its nth step and starts; true when it had fewer. */
async function isWholeAfter(nth: number): Promise<boolean> {
  const data = join(directory, String(nth));
  const killed = await killAt(nth, data);
  const sentence = await finishRestore(data, { databaseUrl: null, log: silentLogger });
  // A note counts from its third step on: it is written, opened and renamed.
  const isRestored = nth > 3;
  expect([nth, await contentOf(data)]).toEqual([nth, isRestored ? restored : old]);
  expect((await readdir(data)).filter((name) => name.startsWith('restore.'))).toEqual([]);
  const expected = isRestored ? `The previous data is in ${join(data, aside)}.` : 'The data is as it was before.';
  if (sentence !== undefined || !isRestored) expect(sentence).toContain(expected);
  return !killed;
}
