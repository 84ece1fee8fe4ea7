import type { AlertList, LinkCreated } from '@cyno/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { tooHot } from '../../test/alerts.ts';
import type { TestBoard } from '../../test/boards/test-board.ts';
import { nextEspid } from '../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../test/server.ts';

const espid = nextEspid();
const path = `/api/device/${encodeURIComponent(espid)}`;
let server: JoinedServer;
let owner: TestUser;
let board: TestBoard;
/** One of the computed variable, and one of what the board sends. */
const tokens: Record<'fahrenheit' | 'temp', string> = { fahrenheit: '', temp: '' };

const measure = (temp: number) => board.puback(board.publish('data/update', `{"temp":${temp}}`, 1));

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  const username = `${owner.email}/${await owner.connectionKey()}`;
  ({ board } = await server.board({ espid, username, keepalive: 3_600 }));
  await measure(20);
  const formula = { formula: 'temp * 1.8 + 32', unit: '°F', label: null };
  expect((await owner.api('PUT', `${path}/computed/fahrenheit`, formula)).status).toBe(200);
  // While the history is gone through, the value of a message is not known yet.
  const formulas = async () => (await owner.api('GET', `${path}/computed`)).body.variables;
  await vi.waitUntil(async () => (await formulas())[0].recomputed === null, { timeout: 180_000 });
  for (const key of ['fahrenheit', 'temp'] as const) {
    const content = { type: 'value', title: 'Air', key, espid };
    const widget = { id: 'value', x: 0, y: 0, width: 3, height: 3, content };
    const made = await owner.api('POST', '/api/dashboards', { name: key, widgets: [widget], espids: [espid] });
    expect([made.status, made.body.error]).toEqual([201, undefined]);
    const settings = { name: key, expiresAt: null, exposed: [], origins: [], password: null };
    const link = await owner.api('POST', `/api/dashboards/${made.body.id}/links`, settings);
    tokens[key] = (link.body as LinkCreated).token;
  }
});
afterAll(() => server.stop());

test('an alert rule watches it', async () => {
  const rule = { ...tooHot({ key: 'fahrenheit', threshold: 90 }), name: 'Too hot in °F' };
  const { status, body } = await owner.api('POST', '/api/alert-rules', rule);
  expect(status).toBe(201);
  const alerts = async () => ((await owner.api('GET', `/api/alerts?rule=${body.id}`)).body as AlertList).alerts;
  await measure(32);
  await measure(33);
  await vi.waitUntil(async () => (await alerts()).length === 1, { timeout: 180_000 });
  expect((await alerts())[0]?.text).toContain('91.4');
});

test('an export has it', async () => {
  await measure(25);
  const { status, body } = await owner.api('GET', `${path}/export?format=csv&from=0&to=${Date.now() + 60_000}`);
  expect(status).toBe(200);
  const [header = '', ...rows] = (body as string).trim().split(/\r?\n/);
  const column = header.split(',').findIndex((name) => name.includes('fahrenheit'));
  expect(column).toBeGreaterThan(0);
  expect(rows.map((row) => row.split(',')[column])).toContain('77');
});

test('who the device is shared with sees it, strangers do not', async () => {
  const viewer = await server.signup('viewer@example.com');
  await owner.api('POST', `${path}/shares`, { email: viewer.email, role: 'viewer', expiresAt: null });
  const [offer] = (await viewer.api('GET', '/api/offers')).body.offers;
  await viewer.api('POST', `/api/offers/${offer.id}/accept`);
  const { body } = await viewer.api('GET', path);
  expect(body.variables.map(({ key }: { key: string }) => key)).toContain('fahrenheit');
  const stranger = await server.signup('stranger@example.com');
  expect((await stranger.api('GET', path)).status).toBe(404);
  expect((await stranger.api('GET', `${path}/export?format=csv&from=0&to=1`)).status).toBe(404);
});

test('a public link shows it where its dashboard does, and nothing of it elsewhere', async () => {
  const view = async (token: string) =>
    (await fetch(`${server.http}/api/public/dashboard`, { headers: { 'x-cyno-link': token } })).text();
  expect(await view(tokens.fahrenheit)).toContain('"fahrenheit"');
  const other = await view(tokens.temp);
  expect(other).toContain('"temp"');
  expect(other).not.toContain('fahrenheit');
});
