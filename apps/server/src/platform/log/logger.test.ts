import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';

it('keeps secrets and the parameters of failed queries out of the file', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-log-'));
  const log = await createLogger({ level: 'info', directory });
  const query = new Error('Failed query: select 1 where token = $1\nparams: canary-1', { cause: new Error('gone') });
  Object.assign(query, { client: { password: 'canary-2', connection: { secretKey: 'canary-3' } }, code: '57P01' });
  log.error({ err: query, password: 'canary-4', headers: { authorization: 'Bearer canary-5' } }, 'A query failed');
  const written = async () => {
    const files = await readdir(directory);
    return (await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')))).join('');
  };
  await expect.poll(written).toContain('A query failed');
  const text = await written();
  expect(text).not.toContain('canary');
  expect(text).toContain('57P01');
  expect(text).toContain('gone');
  await rm(directory, { recursive: true });
});
