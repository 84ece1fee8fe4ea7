import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importState } from '@cyno/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longFile, startImport, uploadImport } from '../../../../test/imports.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';

const dayMs = 86_400_000;
const espid = nextEspid();
const path = `/api/device/${espid}/imports`;
let server: TestServer;
let owner: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signup('owner@example.com');
  await server.board({ espid, username: `${owner.email}/${await owner.connectionKey()}`, keepalive: 3_600 });
});
afterAll(() => server.stop());

const ended = async (id: string) => {
  const state = async () => importState.parse((await owner.api('GET', `${path}/${id}`)).body);
  await expect.poll(state, { interval: 20 }).not.toMatchObject({ state: 'running' });
  return state();
};
const stored = async (from: number, to: number) =>
  (await server.database.pool.query('SELECT FROM telemetry WHERE at >= $1 AND at < $2', [from, to])).rowCount;
/** The newest two about imports in the console of the device. */
async function lastLines(): Promise<string[]> {
  const { rows } = await server.database.pool.query<{ text: string }>(
    `SELECT text FROM device_log WHERE text LIKE '%values.csv%' ORDER BY id DESC LIMIT 2`,
  );
  return rows.map(({ text }) => text);
}

test('a file that was being uploaded is there after a restart, for its owner alone, and is imported', async () => {
  const from = Math.floor(Date.now() / dayMs) * dayMs - 20 * dayMs;
  const content = Buffer.from(longFile(from, 100));
  const half = content.length >> 1;
  const { body } = await owner.api('POST', path, { name: 'values.csv', bytes: content.length });
  const put = (offset: number, piece: Buffer, { token } = owner) =>
    fetch(`${server.http}${path}/${body.id}/piece?offset=${offset}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(piece),
    });
  expect((await put(0, content.subarray(0, half))).status).toBe(200);
  const formerFolder = join(server.directory, 'imports');
  await mkdir(formerFolder);
  await writeFile(join(formerFolder, body.id), 'of a version before');

  await server.restart();
  expect(await readdir(server.directory)).not.toContain('imports');
  const stranger = await server.signup('stranger@example.com');
  expect((await put(half, content.subarray(half), stranger)).status).toBe(404);
  expect((await stranger.api('GET', `${path}/${body.id}`)).status).toBe(404);
  const again = await put(0, content.subarray(0, half));
  expect(await again.json()).toEqual({ received: half });
  const rest = await put(half, content.subarray(half));
  expect(await rest.json()).toEqual({ received: content.length });
  await startImport({ http: server.http, user: owner, path }, body.id);
  expect(await ended(body.id)).toMatchObject({ state: 'done', added: 100 });
});

test('an import that runs continues by itself after a restart, and everything is stored once', async () => {
  const lines = 60_000;
  const from = Math.floor(Date.now() / dayMs) * dayMs - 10 * dayMs;
  const place = { http: server.http, user: owner, path };
  const id = await uploadImport(place, longFile(from, lines));
  await startImport(place, id);
  await expect.poll(() => stored(from, from + dayMs), { interval: 5 }).toBeGreaterThan(0);
  await server.restart();
  const state = await ended(id);
  expect(state).toMatchObject({ state: 'done', problem: null, canGoOn: false, readBytes: state.bytes });
  expect(state.added + state.present).toBe(lines);
  expect(state.present).toBeGreaterThan(0);
  expect(await stored(from, from + dayMs)).toBe(lines);
  await expect
    .poll(lastLines)
    .toEqual([
      expect.stringMatching(/^imported values\.csv: /),
      expect.stringMatching(/^the import of values\.csv continues after a restart /),
    ]);
  // What became of it is there for the page also after another restart, but not the file.
  await server.restart();
  expect(await ended(id)).toEqual(state);
  expect((await server.database.pool.query('SELECT FROM import_pieces')).rowCount).toBe(0);
  expect((await owner.api('GET', path)).body).toEqual({ imports: [] });
});
