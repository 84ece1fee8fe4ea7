import { mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Log, listLogFiles, openLog } from './index.ts';
import { removeOldLogs } from './log-files.ts';

let directory: string;
const open: Log[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-log-'));
});
afterEach(async () => {
  for (const log of open.splice(0)) await log.close();
  await rm(directory, { recursive: true });
});

async function start(level: 'info' | 'warn' | 'silent' = 'info') {
  const output = await openLog({ level, directory });
  open.push(output);
  return output;
}

async function written(): Promise<string> {
  const files = await listLogFiles(directory);
  return (await Promise.all(files.map((file) => readFile(join(directory, file.name), 'utf8')))).join('');
}

/** The name of today's first file. */
function todaysFile(): string {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, '0');
  return `server.${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}.1.log`;
}

test('secrets are not written, where they stand', async () => {
  const { log, close } = await start();
  log.info({ password: 'canary-1', request: { headers: { authorization: 'canary-2', cookie: 'canary-3' } } }, 'asked');
  log.error({ err: Object.assign(new Error('it broke'), { token: 'canary-4' }) }, 'failed');
  log.info({ connectionKey: 'canary-5', body: { setupCode: 'canary-6', recoveryCodes: ['canary-7'] } }, 'asked again');
  log.warn(`GET /api/ota/${'canary'.repeat(7)}x/update`);
  log.warn(`somebody sent cyno_pat_${'canary'.repeat(7)}x in a text, and Authorization: Bearer canary-8-and-more`);
  log.error({ err: new Error('GET https://user:canary-9@mail.example.com/x?token=canary-10&next=1 failed') }, 'failed');
  log.error({ err: new Error('outer', { cause: new Error('/auth/confirmEmail?token=canary-11') }) }, 'failed');
  await close();
  const text = await written();
  expect(text.match(/\[redacted\]/g)).toHaveLength(15);
  expect(text).toContain('it broke');
  expect(text).toContain('&next=1 failed');
  expect(text).not.toContain('canary-');
  expect(text).not.toContain('canarycanary');
});

test('parameters of a failed query are not written, however many lines they have; what stands behind them is', async () => {
  const { log, close } = await start();
  const cause = new Error('duplicate key value');
  const params =
    'ann@example.com,first\ncanary-1\n    at canary-2 (file.ts:1:1)\ncaused by: canary-3\nparams: canary-4';
  const failed = new Error(`Failed query: insert into notes\nparams: ${params}`, { cause });
  log.error({ err: failed }, 'failed');
  log.error({ err: new Error('A job failed', { cause: failed }) }, 'failed');
  log.error({ err: new Error(`A job failed: ${failed.message}`) }, 'failed');
  await close();
  const text = await written();
  expect(text).not.toContain('canary');
  expect(text).not.toContain('ann@example.com');
  expect(text.match(/insert into notes/g)).toHaveLength(6);
  expect(text.match(/"message":"[^"]*duplicate key value"/g)).toHaveLength(2);
  expect(text.match(/"stack":"[^"]*logger\.test\.ts/g)).toHaveLength(3);
});

test('what a stranger chose cannot steer the terminal of who reads, nor forge a line', async () => {
  const { isTTY } = process.stdout;
  process.stdout.isTTY = true;
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const { log } = await start();
    const err = new Error('no \u001b[2J\u009b2Jspace\nfatal: \u202eall is lost\u2028');
    log.warn({ err }, 'A name \r\u0007');
    expect(output.mock.calls).toEqual([['warning: A name  : no  [2J 2Jspace fatal:  all is lost \n']]);
  } finally {
    output.mockRestore();
    process.stdout.isTTY = isTTY;
  }
});

test('only what is as grave as the level is written', async () => {
  const { log, close } = await start('warn');
  log.info('a detail');
  log.warn('a warning');
  await close();
  const text = await written();
  expect(text).toContain('a warning');
  expect(text).not.toContain('a detail');
});

test('a file has its day in its name and is continued after a kill, behind the line that was torn', async () => {
  await writeFile(join(directory, todaysFile()), '{"level":30,"time":1,"msg":"whole"}\n{"level":30,"ti');
  const { log, close } = await start();
  log.info('after the kill');
  await close();
  expect(await readdir(directory)).toEqual([todaysFile()]);
  const lines = (await readFile(join(directory, todaysFile()), 'utf8')).trimEnd().split('\n');
  expect(lines.slice(0, 2)).toEqual(['{"level":30,"time":1,"msg":"whole"}', '{"level":30,"ti']);
  expect(JSON.parse(lines[2] ?? '')).toMatchObject({ level: 30, msg: 'after the kill' });
});

test('the reason of a crash is written at once, and a line that comes after the end is dropped', async () => {
  const { log, close } = await start();
  for (const listener of process.listeners('uncaughtExceptionMonitor').slice(-1)) {
    listener(new Error('nobody caught this'), 'uncaughtException');
  }
  expect(await written()).toMatch(/^{"level":60,"time":\d+,"err":{.*nobody caught this.*"msg":"Cyno crashed"}\n$/);
  await close();
  log.error('too late');
  expect(await written()).not.toContain('too late');
});

test('a full disk costs lines, not the process', async () => {
  await symlink('/dev/full', join(directory, todaysFile()));
  const output = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { log } = await start();
  log.info('lost');
  await expect.poll(() => output.mock.calls.length).toBe(1);
  log.info('lost as well');
  expect(output.mock.calls[0]?.[0]).toMatch(/^The log file cannot be written: ENOSPC/);
  output.mockRestore();
});

test('old files go, then the oldest of too many bytes; the newest and what is no log file stay', async () => {
  const now = Date.now();
  const day = 24 * 3600 * 1000;
  const files = [
    ['server.2026-11-21.2.log', 500, 0],
    ['server.2026-11-21.1.log', 400, 0],
    ['server.2026-11-20.1.log', 400, 1],
    ['server.2026-11-19.1.log', 400, 2],
    ['server.2026-11-01.1.log', 1, 20],
    ['server.3.log', 1, 20],
    ['notes.log', 9_000, 90],
    ['server.2026-11-01.1.log.gz', 9_000, 90],
  ] as const;
  for (const [name, bytes, daysOld] of files) {
    await writeFile(join(directory, name), 'x'.repeat(bytes));
    await utimes(join(directory, name), new Date(now), new Date(now - daysOld * day));
  }
  expect((await listLogFiles(directory)).map((file) => file.name)).toEqual(files.slice(0, 6).map(([name]) => name));
  await removeOldLogs(directory, { days: 14, bytes: 1_000, now });
  expect((await readdir(directory)).sort()).toEqual(
    [
      'notes.log',
      'server.2026-11-01.1.log.gz',
      'server.2026-11-20.1.log',
      'server.2026-11-21.1.log',
      'server.2026-11-21.2.log',
    ].sort(),
  );
});
