import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from './index.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-log-'));
});
afterEach(() => rm(directory, { recursive: true }));

async function written(): Promise<string> {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.log'));
  return (await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')))).join('');
}

test('secrets are not written, wherever they stand', async () => {
  const log = await createLogger({ level: 'info', directory });
  log.info({ password: 'canary-1', request: { headers: { authorization: 'canary-2', cookie: 'canary-3' } } }, 'asked');
  log.error({ err: Object.assign(new Error('it broke'), { token: 'canary-4' }) }, 'failed');
  await expect.poll(written).toContain('it broke');
  const text = await written();
  expect(text).toContain('[redacted]');
  expect(text).not.toContain('canary');
});

test('only what is as grave as the level is written', async () => {
  const log = await createLogger({ level: 'warn', directory });
  log.info('a detail');
  log.warn('a warning');
  await expect.poll(written).toContain('a warning');
  expect(await written()).not.toContain('a detail');
});
