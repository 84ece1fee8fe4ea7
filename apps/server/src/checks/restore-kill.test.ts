import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { compileCache } from '../../test/processes/built-server.ts';
import { type ServerProcess, startServerProcess } from '../../test/processes/server-process.ts';

const password = 'a-long-Passphrase-7';
const ann = 'ann@example.com';
/** She signed up after the backup. */
const bea = 'bea@example.com';

let data: string;
let archive: string;
let server: ServerProcess | undefined;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'cyno-restore-kill-'));
  server = await startServerProcess(data);
  await createAccount(ann);
  expect(await run(['create'])).toMatchObject({ code: 0 });
  const backups = join(data, 'backups');
  archive = join(backups, (await readdir(backups)).find((name) => name.endsWith('.zst')) ?? '');
  await createAccount(bea);
  await server.kill();
});
afterEach(() => server?.kill());
afterAll(() => rm(data, { recursive: true, force: true, maxRetries: 20 }));

const createAccount = (email: string) =>
  server?.call('POST', '/api/auth/signup', { email, password, ...(email === ann && { setupCode: server.setupCode }) });

const fileOf = (path: string) => new URL(`../../${path}`, import.meta.url);

/** Runs what `npm run backup` and `npm run restore` run; `at`: the step at which it is killed. */
async function run(args: readonly string[], at?: string) {
  const hook = at === undefined ? [] : ['--import', `${fileOf('test/processes/kill-at-step.ts')}?at=${at}`];
  const child = spawn(process.execPath, [...hook, fileOf('src/backup.ts').pathname, ...args], {
    cwd: data,
    env: { PATH: process.env.PATH, DATA_DIR: data, NODE_COMPILE_CACHE: compileCache, BACKUP_NICENESS: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [errors, output, [code, signal]] = await Promise.all([
    text(child.stderr),
    text(child.stdout),
    once(child, 'exit'),
  ]);
  return { errors, output, code, signal };
}

/** Starts the server, and returns who can log in and what it logged of the restore. */
async function start(): Promise<{ accounts: string[]; log: string[] }> {
  await rm(join(data, 'logs'), { recursive: true, force: true });
  server = await startServerProcess(data, undefined, { LOG_LEVEL: 'warn' });
  const accounts: string[] = [];
  for (const email of [ann, bea]) {
    const login = server.call('POST', '/api/auth/login', { email, password });
    await login.then(
      () => accounts.push(email),
      () => undefined,
    );
  }
  const folder = join(data, 'logs');
  const lines = (await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))).join(
    '',
  );
  const messages = lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).msg as string]));
  return { accounts, log: messages.filter((message) => /restore|put in place/.test(message)) };
}

const killed = { signal: 'SIGKILL' };

test.each([
  ['unpacks it', 'mkdir .*/restore.unfinished/cluster/base/1$'],
  ['compares it', 'query SELECT count.*public.accounts'],
])('after kill -9 of a restore while it %s the server has the data of before', async (_, at) => {
  expect(await run(['restore', archive], at)).toMatchObject(killed);
  expect(await readdir(data)).toContain('restore.unfinished');
  expect(await start()).toEqual({
    accounts: [ann, bea],
    log: ['A restore was interrupted before its data was complete. The data is as it was before.'],
  });
  expect((await readdir(data)).filter((name) => /restore/.test(name))).toEqual([]);
});

const moved = (aside: string) => `A backup was put in place. The previous data is in ${join(data, aside)}.`;
const asides = async () => (await readdir(data)).filter((name) => name.startsWith('before-restore-'));

test('after kill -9 between the moves of a restore the server finishes them and has the data of the backup', async () => {
  expect(await run(['restore', archive], `rename .*/restore.unfinished/postgres$`)).toMatchObject(killed);
  await expect(stat(join(data, 'postgres'))).rejects.toThrow();
  const found = await start();
  const [aside = ''] = await asides();
  expect(found).toEqual({ accounts: [ann], log: [moved(aside)] });
  expect(await readdir(join(data, aside))).toContain('postgres');
});

test('after kill -9 before the moves a further restore finishes them first, also one that cannot be restored', async () => {
  expect(await run(['restore', archive], `rename ${data}/postgres$`)).toMatchObject(killed);
  const [, aside = ''] = (await asides()).sort();
  const cut = join(data, 'backups', 'cut.tar.zst');
  await copyFile(archive, cut);
  await truncate(cut, 1_000_000);
  const { code, errors } = await run(['restore', cut]);
  expect([code, errors.split('\n')]).toEqual([1, [moved(aside), expect.stringMatching(/^The backup is damaged/), '']]);
  expect(await start()).toEqual({ accounts: [ann], log: [] });
});
