import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Automation, AutomationRun, AutomationState } from '@cyno/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { type ServerProcess, startServerProcess } from '../../../../test/processes/server-process.ts';
import { connectPacket, publishPacket, RawClient } from '../../../platform/broker/test/raw-client.ts';

const espid = 'ESP32-D0WDQ6-100_b2000000';
const login = { email: 'owner@example.com', password: 'a-long-Passphrase-7' };
const pauseSeconds = 3_600;

let directory: string;
let database: TestDatabase;
let server: ServerProcess;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-steps-kill-'));
  database = await createTestDatabase();
  server = await startServerProcess(directory, database.url);
  await server.call('POST', '/api/auth/signup', { ...login, setupCode: server.setupCode });
});
afterAll(async () => {
  await server.kill();
  await database.drop();
  // The database outlives its server for a moment, and writes.
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
});

/** As if everything had happened a pause earlier: what waits is due. */
const endPause = () =>
  database.database.pool.query(
    'UPDATE automation_runs SET at = at - $1, due_at = due_at - $1, began_at = began_at - $1',
    [pauseSeconds * 1_000],
  );

async function openSession(): Promise<string> {
  const { access_token } = (await server.call('POST', '/api/auth/login', login)) as { access_token: string };
  return access_token;
}

test('a server that is killed in a pause, while a further start waits, does each of them once', async () => {
  const token = await openSession();
  const { connectionKey } = (await server.call('GET', '/api/pairing', undefined, token)) as { connectionKey: string };
  const client = await RawClient.open(server.plainPort);
  client.send(connectPacket({ clientId: espid, username: `${login.email}/${connectionKey}` }));
  expect((await client.next('connack')).returnCode).toBe(0);
  const measure = async (temp: number) => {
    client.send(publishPacket(`/${espid}/data/update`, `{"temp":${temp}}`));
    await client.next('publish');
  };
  await measure(20);
  const path = `/api/device/${espid}/automations`;
  const definition = {
    kind: 'rule',
    conditions: [{ espid, key: 'temp', comparison: '>', threshold: 30, release: null }],
    forSeconds: 0,
    action: { kind: 'notify', text: 'Begun' },
    back: null,
    limit: null,
    activeHours: null,
    next: [
      { kind: 'wait', seconds: pauseSeconds },
      { kind: 'notify', text: 'Followed' },
    ],
    whileRunning: 'queue',
  };
  await server.call('POST', path, { name: null, enabled: true, definition }, token);
  const automation = async (session: string): Promise<Automation | undefined> =>
    ((await server.call('GET', path, undefined, session)) as AutomationState).automations[0];
  const isActive = (active: boolean) => expect.poll(async () => (await automation(token))?.active).toBe(active);
  const waiting = async (session: string) => (await automation(session))?.waiting.map(({ step }) => step?.kind);
  await measure(40);
  await isActive(true);
  await measure(20);
  await isActive(false);
  await measure(40);
  await expect.poll(() => waiting(token)).toEqual(['notify', undefined]);
  await server.kill();
  server = await startServerProcess(directory, database.url);
  const session = await openSession();
  expect(await waiting(session)).toEqual(['notify', undefined]);
  const results = async () => {
    const { runs } = (await server.call('GET', `${path}/runs`, undefined, session)) as { runs: AutomationRun[] };
    return runs.map(({ outcome, result }) => `${outcome} ${/Begun|Followed/.exec(result)?.[0]}`).toReversed();
  };
  await endPause();
  await expect.poll(results).toEqual(['done Begun', 'done Followed', 'done Begun']);
  await endPause();
  await expect.poll(results).toEqual(['done Begun', 'done Followed', 'done Begun', 'done Followed']);
  expect(await waiting(session)).toEqual([]);
});
