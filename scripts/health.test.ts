import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './bootstrap/paths.mjs';

/** What the command prints and ends with where `.env` has these lines, with nothing else in the environment. */
async function health(lines: string) {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-health-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await writeFile(join(directory, '.env'), lines);
  return promisify(execFile)(process.execPath, [join(root, 'scripts/health.mjs')], { cwd: directory, env: {} }).then(
    ({ stdout }) => ({ code: 0, text: stdout.trim() }),
    ({ code, stderr }) => ({ code, text: String(stderr).trim() }),
  );
}

test('the server is where .env has it', async () => {
  const server = createServer((_, response) => response.end('{"ready":true}')).listen(0, '127.0.0.2');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await health(`HOST=127.0.0.2\nPORT=${port}\n`)).toEqual({ code: 0, text: '{"ready":true}' });
});

test('a port that only the server knows is reported', async () => {
  expect(await health('PORT=auto\n')).toEqual({ code: 1, text: expect.stringContaining('Set PORT to a number.') });
});
