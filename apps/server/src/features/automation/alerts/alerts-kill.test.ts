import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Alert, AlertDetails, AlertList } from '@cyno/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tooHot } from '../../../../test/alerts.ts';
import { type ServerProcess, startServerProcess } from '../../../../test/processes/server-process.ts';
import { RawClient } from '../../../platform/broker/test/raw-client.ts';

const espids = Array.from({ length: 8 }, (_, index) => `ESP32-D0WDQ6-100_${(0xb1000000 + index).toString(16)}`);
const rules = 6;
const rounds = 4;
/** So many messages come back before the server is killed in the midst of the next ones. */
const echoesARound = 60;
const login = { email: 'owner@example.com', password: 'a-long-Passphrase-7' };

let directory: string;
let server: ServerProcess;
let username = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-alerts-kill-'));
  server = await startServerProcess(directory);
  await server.call('POST', '/api/auth/signup', { ...login, setupCode: server.setupCode });
  const token = await openSession();
  const { connectionKey } = (await server.call('GET', '/api/pairing', undefined, token)) as { connectionKey: string };
  username = `${login.email}/${connectionKey}`;
  for (let number = 0; number < rules; number += 1) {
    const rule = tooHot({ threshold: 30 + number, release: 25 });
    await server.call('POST', '/api/alert-rules', { ...rule, name: `Rule ${number}` }, token);
  }
});
afterAll(async () => {
  await server.kill();
  // The database outlives its server for a moment, and writes.
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
});

async function openSession(): Promise<string> {
  const { access_token } = (await server.call('POST', '/api/auth/login', login)) as { access_token: string };
  return access_token;
}

/** Has each board publish one value after the other, until the server is gone or there are no more. */
async function runBoards(values: () => Iterable<number>, notified: () => void = () => undefined): Promise<void> {
  // The server must not be killed while some of them still log in.
  const boards = await Promise.all(
    espids.map(async (espid) => ({ espid, client: await RawClient.login(server.plainPort, espid, username) })),
  );
  await Promise.all(
    boards.map(async ({ espid, client }) => {
      for (const temp of values()) {
        if (client.isClosed) return;
        client.publish(`/${espid}/data/update`, `{"temp":${temp}}`);
        if (!(await client.next('publish').catch(() => undefined))) return;
        notified();
      }
      client.end();
    }),
  );
}

function* upAndDown(): Generator<number> {
  for (;;) yield* [20, 40];
}

async function killInTheMidst(): Promise<void> {
  let left = echoesARound;
  let killed = Promise.resolve();
  const notified = () => {
    left -= 1;
    if (left === 0) killed = server.kill();
  };
  await runBoards(upAndDown, notified);
  await killed;
}

async function alertsOf(token: string, query: string): Promise<Alert[]> {
  const found: Alert[] = [];
  for (let before = ''; ; before = `&before=${found.at(-1)?.id}`) {
    const list = (await server.call('GET', `/api/alerts?limit=200&${query}${before}`, undefined, token)) as AlertList;
    found.push(...list.alerts.filter(({ kind }) => kind === 'limit'));
    if (!list.more) return found;
  }
}

test('a server that is killed while alerts come and go neither loses one, nor begins or ends one twice', async () => {
  for (let round = 0; round < rounds; round += 1) {
    await killInTheMidst();
    server = await startServerProcess(directory);
  }
  await runBoards(() => [40]);
  const token = await openSession();
  const open = () => alertsOf(token, 'show=open');
  await expect.poll(async () => (await open()).length).toBe(rules * espids.length);
  const pairs = (await open()).map(({ ruleId, espid }) => `${ruleId} ${espid}`);
  expect(new Set(pairs).size).toBe(pairs.length);
  const all = await alertsOf(token, 'show=history');
  for (const { id, state, activeAt, clearedAt } of all) {
    const { changes } = (await server.call('GET', `/api/alerts/${id}`, undefined, token)) as AlertDetails;
    // One whose begin could not be written at once is stored as pending meanwhile.
    const instants = changes.filter(({ to }) => to !== 'pending').map(({ to, at }) => [to, at]);
    const expected =
      state === 'cleared'
        ? [
            ['active', activeAt],
            ['cleared', clearedAt],
          ]
        : [['active', activeAt]];
    expect(instants, `alert ${id}`).toEqual(expected);
  }
});
