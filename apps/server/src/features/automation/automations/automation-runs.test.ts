import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type AutomationRun, displayName, type RuleDefinition } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestBoard } from '../../../../test/boards/test-board.ts';
import { createTestDatabase } from '../../../../test/database.ts';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { builtServer, compileCache } from '../../../../test/processes/built-server.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type ApiResponse, type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

const soil = nextEspid();
/** Nobody named it. */
const soilName = displayName({ espid: soil, name: soil }, 'en');
const valve = nextEspid();
const path = (espid: string, rest = '') => `/api/device/${espid}/automations${rest}`;

const water = (more: Partial<RuleDefinition> = {}): RuleDefinition => ({
  kind: 'rule',
  conditions: [{ espid: soil, key: 'soil', comparison: '<', threshold: 20, release: 25 }],
  forSeconds: 0,
  action: { kind: 'output', pin: 'D1', mode: 'digit', value: 1 },
  back: 0,
  limit: null,
  activeHours: null,
  ...more,
});

describe('with boards', () => {
  let server: JoinedServer;
  let owner: TestUser;
  let stranger: TestUser;
  let sensor: TestBoard;
  let pump: TestBoard;
  beforeAll(async () => {
    server = await joinServer();
    owner = await server.signup('owner@example.com');
    stranger = await server.signup('stranger@example.com');
    const username = `${owner.email}/${await owner.connectionKey()}`;
    sensor = (await server.board({ espid: soil, username, keepalive: 600 })).board;
    pump = (await server.board({ espid: valve, username, keepalive: 600 })).board;
    await sensor.puback(sensor.publish('data/update', '{"soil":40}', 1));
  });
  afterAll(() => server.stop());

  const runs = async (query = ''): Promise<AutomationRun[]> =>
    (await owner.api('GET', path(valve, `/runs${query}`))).body.runs;

  test('dry soil on one opens the valve on another, and the page hears of it', async () => {
    const made = await owner.api('POST', path(valve), { name: 'Water', enabled: true, definition: water() });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ placement: { where: 'server' }, active: false, lastRun: null });
    const live = await LiveSocket.open(server.http, owner.token, [valve]);
    sensor.publish('data/update', '{"soil":12}');
    expect((await pump.message('io')).text).toBe('D1:digit:1');
    pump.publish('ioact', 'D1:act:1');
    await expect.poll(async () => (await runs())[0]?.outcome).toBe('done');
    expect((await live.next('automation')).espid).toBe(valve);
    expect(await runs()).toMatchObject([
      {
        ...{ automationId: made.body.id, phase: 'start', why: `Soil moisture of ${soilName} was 12 %, below 20.` },
        whyReport: [{ code: 'held', facts: [{ label: 'Soil moisture', device: soilName, value: 12 }], seconds: 0 }],
        resultReport: [{ code: 'acknowledged', action: { kind: 'output', pin: 'D1', value: 1 } }],
      },
    ]);
    const { automations } = (await owner.api('GET', path(valve))).body;
    expect(automations).toMatchObject([{ active: true, lastRun: { phase: 'start', outcome: 'done' } }]);
    const { commands } = (await owner.api('GET', `/api/device/${valve}/control`)).body;
    const [started] = await runs();
    const { automationId: automation, dueAt, phase, step } = started as AutomationRun;
    const by = { kind: 'rule', name: 'Water', run: { automation, dueAt, phase, step } };
    expect(commands[0]).toMatchObject({ actor: by, state: 'acknowledged' });
    expect(await runs(`?automation=${automation}&dueAt=${dueAt}`)).toEqual([started]);
    expect(await runs(`?automation=${automation}&dueAt=${dueAt - 1}`)).toEqual([]);
    // 22 is above the threshold, and the release value is not passed.
    sensor.publish('data/update', '{"soil":22}');
    sensor.publish('data/update', '{"soil":26}');
    expect((await pump.message('io')).text).toBe('D1:digit:0');
    pump.publish('ioact', 'D1:act:0');
    await expect
      .poll(async () => (await runs()).map(({ phase, outcome }) => `${phase} ${outcome}`))
      .toEqual(['back done', 'start done']);
    const lines = (await owner.api('GET', `/api/device/${valve}/log?limit=50`)).body.lines as {
      kind: string;
      text: string;
    }[];
    expect(lines.filter(({ kind }) => kind === 'automation').map(({ text }) => text)).toContain(
      `Water: Soil moisture of ${soilName} was 12 %, below 20. D1 on.`,
    );
  });

  test('the run log can be read in pages and of one automation', async () => {
    const all = await runs();
    expect(await runs('?limit=1')).toEqual(all.slice(0, 1));
    expect(await runs(`?before=${all[0]?.id}`)).toEqual(all.slice(1));
    expect(await runs(`?automation=${all[0]?.automationId}`)).toEqual(all);
  });

  test('a dry run responds over HTTP', async () => {
    await server.spoolEmpty();
    const response = await owner.api('POST', path(valve, '/dry-run'), { definition: water(), days: 1 });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ count: 1 });
    expect(response.body.series[0].points.length).toBeGreaterThan(1);
  });

  test.each([
    ['days below one', { days: 0 }],
    ['more than a month', { days: 32 }],
    ['a huge range', { days: 1e9 }],
    ['no number', { days: 'x' }],
    [
      'a device of nobody',
      { definition: water({ conditions: [{ ...water().conditions[0], espid: 'ESP8266-9_ECFABC000009' }] as never }) },
    ],
    [
      'a key that was never sent',
      { definition: water({ conditions: [{ ...water().conditions[0], key: '__proto__' }] as never }) },
    ],
    [
      'a pin that the board does not have',
      { definition: water({ action: { kind: 'output', pin: '99', mode: 'digit', value: 1 } }) },
    ],
    ['five conditions', { definition: { ...water(), conditions: Array(5).fill(water().conditions[0]) } }],
    ['groups in groups', { definition: { ...water(), groups: [[water().conditions, water().conditions]] } }],
  ])('a dry run of %s is refused', async (_, more) => {
    const response = await owner.api('POST', path(valve, '/dry-run'), { definition: water(), days: 1, ...more });
    expect(response.status).toBe(400);
  });

  test('somebody else reads no run, and nothing of history through a dry run', async () => {
    const [run] = await runs();
    const key = await stranger.connectionKey();
    const own = nextEspid();
    await server.board({ espid: own, username: `${stranger.email}/${key}`, keepalive: 600 });
    for (const query of ['', `?automation=${run?.automationId}`]) {
      expect((await stranger.api('GET', path(valve, `/runs${query}`))).status).toBe(404);
    }
    // The id of a foreign automation on one's own device, and a foreign board in a condition.
    expect((await stranger.api('GET', path(own, `/runs?automation=${run?.automationId}`))).status).toBe(404);
    expect((await stranger.api('GET', path(own, '/runs'))).body).toEqual({ runs: [] });
    const response = await stranger.api('POST', path(own, '/dry-run'), { definition: water(), days: 7 });
    // Nothing but the id of the request.
    expect([response.status, response.body]).toEqual([
      400,
      {
        error: expect.stringMatching(/^There is no device "\S+" in your account\. Choose one of your devices\.$/),
        code: 'bad_request',
        reason: 'device_not_yours',
        values: { espid: expect.any(String) },
      },
    ]);
  });

  test('queries that make no sense are refused', async () => {
    for (const query of [
      'before=0',
      'before=x',
      'limit=0',
      'limit=201',
      'limit=1e3',
      'automation=-1',
      'before=9223372036854775808',
    ]) {
      expect((await owner.api('GET', path(valve, `/runs?${query}`))).status, query).toBe(400);
    }
    expect((await owner.api('GET', path(valve, '/runs?automation=99999999999'))).status).toBe(404);
  });
});

test('a limit that a killed server left behind is ended by the next one', async () => {
  const database = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'cyno-killed-'));
  const started: ChildProcess[] = [];
  const boards: TestBoard[] = [];
  try {
    const first = await startProcess(database.url, directory, started);
    const { api, username } = await signup(first);
    const connect = async (server: Ready, espid: string) => {
      const { board } = await TestBoard.connect({ port: server.tlsPort, espid, username, keepalive: 600 });
      boards.push(board);
      return board;
    };
    const sensor = await connect(first, soil);
    const pump = await connect(first, valve);
    await sensor.puback(sensor.publish('data/update', '{"soil":40}', 1));
    const definition = water({ back: null, limit: { seconds: 3_600, value: 0 } });
    const { id } = await api(first, 'POST', path(valve), { name: null, enabled: true, definition });
    sensor.publish('data/update', '{"soil":12}');
    expect((await pump.message('io')).text).toBe('D1:digit:1');
    pump.publish('ioact', 'D1:act:1');
    await expect.poll(async () => (await api(first, 'GET', path(valve, '/runs'))).runs[0]?.outcome).toBe('done');
    started[0]?.kill('SIGKILL');
    await pump.whenClosed();
    // While no server runs the hour passes.
    await database.database.pool.query('UPDATE automations SET revert_at = $1', [Date.now()]);
    const second = await startProcess(database.url, directory, started);
    const again = await connect(second, valve);
    expect((await again.message('io')).text).toBe('D1:digit:0');
    again.publish('ioact', 'D1:act:0');
    const { runs } = await api(second, 'GET', path(valve, '/runs'));
    expect(runs).toMatchObject([
      { automationId: id, phase: 'limit' },
      { automationId: id, phase: 'start', outcome: 'done' },
    ]);
  } finally {
    for (const board of boards) board.destroy();
    for (const child of started) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  }
});

interface Ready {
  readonly http: string;
  readonly tlsPort: number;
  readonly setupCode: string | null;
}

/** The whole server as a process of its own, so that it can be killed. */
async function startProcess(databaseUrl: string, directory: string, started: ChildProcess[]): Promise<Ready> {
  const env = {
    HOST: '127.0.0.1',
    PORT: '0',
    MQTT_HOST: '127.0.0.1',
    MQTT_PORT: '0',
    MQTT_TLS_PORT: 'auto',
    DATA_DIR: directory,
    DATABASE_URL: databaseUrl,
    READY_JSON: '1',
    LOG_LEVEL: 'silent',
    NODE_COMPILE_CACHE: compileCache,
  };
  const child = spawn(process.execPath, [builtServer], { env, cwd: directory, stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = JSON.parse(line);
    const setupCode = ready.setup && new URL(ready.setup).searchParams.get('setup');
    return { http: ready.http, tlsPort: Number(new URL(ready.mqtts).port), setupCode };
  }
  throw new Error('The server did not start.');
}

async function signup(server: Ready) {
  let token = '';
  const api = async ({ http }: Ready, method: string, where: string, body?: unknown) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const response = await fetch(new URL(where, http), {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const parsed: ApiResponse['body'] = await response.json();
    return parsed;
  };
  const person = { email: 'owner@example.com', password: 'a-long-Passphrase-7' };
  await api(server, 'POST', '/api/auth/signup', { ...person, setupCode: server.setupCode });
  token = (await api(server, 'POST', '/api/auth/login', person)).access_token;
  const { connectionKey } = await api(server, 'GET', '/api/pairing');
  return { api, username: `${person.email}/${connectionKey}` };
}
