import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ControlState, Device, HistoryResponse } from '@cyno/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startServerProcess } from '../../test/processes/server-process.ts';
import { publishPacket, RawClient } from '../platform/broker/test/raw-client.ts';

/** What boards publish at QoS 0, was echoed to them, and is therefore not sent again by any of them. */
interface Echoed {
  readonly values: Set<number>;
  event: number;
  output: number;
  template: number;
}

const boardCount = 20;
const espidOf = (index: number) => `ESP32-D0WDQ6-100_${(0xb0000000 + index).toString(16)}`;
const login = { email: 'owner@example.com', password: 'a-long-Passphrase-7' };

let directory: string;
let server: ServerProcess;
let username = '';
const echoed: Echoed[] = Array.from({ length: boardCount }, () => ({
  values: new Set<number>(),
  event: 0,
  output: 0,
  template: 0,
}));
/** The last number that a board sent, so that each round continues with greater ones. */
const sent = new Array<number>(boardCount).fill(0);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-kill-'));
  server = await startServerProcess(directory);
  await server.call('POST', '/api/auth/signup', { ...login, setupCode: server.setupCode });
  const token = await openSession();
  const { connectionKey } = (await server.call('GET', '/api/pairing', undefined, token)) as { connectionKey: string };
  username = `${login.email}/${connectionKey}`;
});
afterAll(async () => {
  await server.kill();
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
});

async function openSession(): Promise<string> {
  const { access_token } = (await server.call('POST', '/api/auth/login', login)) as { access_token: string };
  return access_token;
}

/** Publishes without a pause until the server is gone, each time when everything of before came back. */
async function runBoard(client: RawClient, index: number, notified: () => void): Promise<void> {
  const espid = espidOf(index);
  const known = echoed[index] as Echoed;
  while (!client.isClosed) {
    const n = (sent[index] ?? 0) + 1;
    sent[index] = n;
    client.send(
      publishPacket(`/${espid}/data/update`, `{"n":${n}}`),
      publishPacket(`/${espid}/eventact`, `Event:count:${n}`),
      publishPacket(`/${espid}/ioact`, `4:act:${n % 256}`),
      publishPacket(`/${espid}/template/name`, `kill,${n % 256}`),
    );
    for (let left = 4; left > 0; left -= 1) {
      const echo = await client.next('publish').catch(() => undefined);
      if (!echo) return;
      note(known, echo.topic.slice(espid.length + 2), echo.payload.toString());
      notified();
    }
  }
}

function note(known: Echoed, subtopic: string, payload: string): void {
  const number = Number(/(\d+)\}?$/.exec(payload)?.[1]);
  if (subtopic === 'data/update') known.values.add(number);
  else if (subtopic === 'eventact') known.event = number;
  else if (subtopic === 'ioact') known.output = number;
  else known.template = number;
}

/** Lets all boards publish until so many echoes came, and then does what kills the server. */
async function runUntil(echoes: number, end: () => Promise<void>): Promise<void> {
  let [count, ending] = [0, undefined as Promise<void> | undefined];
  const notified = () => {
    count += 1;
    if (count >= echoes) ending ??= end();
  };
  // The server must not end while some of them still log in.
  const boards = await Promise.all(
    Array.from({ length: boardCount }, (_, index) => RawClient.login(server.plainPort, espidOf(index), username)),
  );
  await Promise.all(boards.map((client, index) => runBoard(client, index, notified)));
  await ending;
}

/** What is there of everything that was echoed; the server may have stored more, which the boards never heard of. */
async function expectAllThere(): Promise<void> {
  const token = await openSession();
  for (const [index, known] of echoed.entries()) {
    const path = `/api/device/${espidOf(index)}`;
    const get = (rest: string) => server.call('GET', path + rest, undefined, token);
    await expect
      .poll(async () => {
        const history = (await get(`/history?from=0&to=${Date.now() + 60_000}&points=10000`)) as HistoryResponse;
        const found = new Set(history.series.n?.value);
        return [...known.values].filter((n) => !found.has(n));
      })
      .toEqual([]);
    const { events, outputs } = (await get('/control')) as ControlState;
    const { template } = (await get('')) as Device;
    expect(Number(events.find(({ name }) => name === 'count')?.reported)).toBeGreaterThanOrEqual(known.event);
    // A pin has 256 levels: its level is the newest that was echoed, or the one that was on its way then.
    const reported = outputs.find(({ pin }) => pin === '4')?.reported;
    expect([known.output, (known.output + 1) % 256]).toContain(reported);
    expect(template).toBe('kill');
  }
}

test.each([
  ['the server', async () => server.kill()],
  [
    'the server and its PostgreSQL',
    async () => {
      await server.killDatabase();
      await server.kill();
    },
  ],
  ['the server once more', async () => server.kill()],
])('kill -9 of %s loses nothing that was echoed at QoS 0', async (_, kill) => {
  // At another moment of what the server does in each run.
  await runUntil(400 + Math.floor(Math.random() * 800), kill);
  server = await startServerProcess(directory);
  await expectAllThere();
});

test('kill -9 of PostgreSQL, and of the server while it waits for it, loses nothing that was echoed', async () => {
  const without = 200;
  let count = 0;
  await runUntil(400, async () => {
    await server.killDatabase();
    const before = total();
    // The boards continue: what is echoed from here on is on the disk of the server only.
    await expect.poll(() => (count = total() - before)).toBeGreaterThan(without);
    await server.kill();
  });
  expect(count).toBeGreaterThan(without);
  server = await startServerProcess(directory);
  await expectAllThere();
});

const total = () => echoed.reduce((sum, { values }) => sum + values.size, 0);
