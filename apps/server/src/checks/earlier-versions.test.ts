import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  condition,
  connectBoard,
  device,
  ownerOf,
  send,
  timer,
  widget,
} from '../../test/earlier-versions/account-data.ts';
import { type ServerProcess, startServerProcess } from '../../test/processes/server-process.ts';
import { runBackupCommand } from '../backup-commands.ts';
import { loadConfig } from '../config.ts';
import { version } from '../version.ts';

const folder = fileURLToPath(new URL('../../test/earlier-versions/backups/', import.meta.url));
const backups = readdirSync(folder);

let directory: string;
let server: ServerProcess | undefined;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-earlier-'));
});
afterEach(async () => {
  await server?.kill();
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
});

test.each(backups)('%s: all that its server had is there and works after its database was changed', async (name) => {
  const config = loadConfig({ DATA_DIR: directory }, directory);
  await runBackupCommand(['restore', join(folder, name)], { config, signal: new AbortController().signal });
  server = await startServerProcess(directory);
  expect(server.setupCode).toBeNull();
  await expectFilled(server);
});

/** All that `fillServer` made is there and works. */
async function expectFilled(server: ServerProcess): Promise<void> {
  const owner = await ownerOf(server);
  const { connectionKey } = await owner('GET', '/api/pairing');
  expect(await owner('GET', device)).toMatchObject({ name: 'Greenhouse', notes: connectionKey });
  expect(await owner('GET', `${device}/control`)).toMatchObject({ outputs: [{ pin: 'D1', name: 'Gate' }] });
  const { automations } = await owner('GET', `${device}/automations`);
  expect(automations).toMatchObject([{ name: 'Morning', enabled: true, definition: timer }]);
  expect((await owner('GET', `${device}/shares`)).shares).toMatchObject([
    { email: 'guest@example.com', role: 'viewer' },
  ]);
  const { dashboards } = await owner('GET', '/api/dashboards');
  expect(dashboards).toMatchObject([{ name: 'Farm' }]);
  expect(await owner('GET', `/api/dashboards/${dashboards[0].id}`)).toMatchObject({ widgets: [widget] });
  const { rules } = await owner('GET', '/api/alert-rules');
  expect(rules).toContainEqual(expect.objectContaining({ name: 'Too many', condition }));
  expect((await owner('GET', '/api/scenes')).scenes).toMatchObject([{ name: 'Evening' }]);
  const board = await connectBoard(server, connectionKey);
  await send(board, [4]);
  board.destroy();
  const path = `${device}/history?from=0&to=${Date.now() + 60_000}&points=10000`;
  const values = async () => (await owner('GET', path)).series.n.value;
  // A calibration counts from when it was made.
  await expect.poll(values).toEqual([1, 2, 3, 14]);
}

test('every version that was released has a backup, and so has one before', async () => {
  const changelog = await readFile(new URL('../../../../CHANGELOG.md', import.meta.url), 'utf8');
  const released = [...changelog.matchAll(/^## (\d+\.\d+\.\d+) \(\d/gm)].map(([, number]) => number);
  expect(changelog).toContain(`## ${version} (`);
  expect(backups).not.toEqual([]);
  expect(released.filter((number) => !backups.includes(`${number}.tar.zst`))).toEqual([]);
});
