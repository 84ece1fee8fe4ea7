import type { LinkCreated, OpenDashboard } from '@cyno/contract';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { holdTime } from '../../../../test/held-time.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

const espid = nextEspid();
const other = nextEspid();
let server: JoinedServer;
let owner: TestUser;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  const username = `${owner.email}/${await owner.connectionKey()}`;
  for (const one of [espid, other]) await server.board({ espid: one, username, keepalive: 3_600 });
});
afterAll(() => server.stop());

const place = { y: 0, width: 3, height: 3 };
const output = (pin: string) => ({ kind: 'output', pin, mode: 'digit' });
const widgets = [
  { ...place, id: 'fan', x: 0, content: { type: 'switch', title: 'Fan', target: output('D1') } },
  { ...place, id: 'lamp', x: 3, content: { type: 'switch', title: 'Lamp', target: output('D2') } },
];
const settings = { name: 'Club house', expiresAt: null, exposed: ['fan', 'lamp'], origins: [] };

async function visit(token: string): Promise<OpenDashboard> {
  const response = await fetch(`${server.http}/api/public/dashboard`, { headers: { 'x-cyno-link': token } });
  return (await response.json()) as OpenDashboard;
}
async function press(token: string, device: string | undefined) {
  const body = JSON.stringify({ kind: 'io', device, pins: [{ pin: 'D1', mode: 'digit', value: 1 }] });
  const headers = { 'x-cyno-link': token, 'content-type': 'application/json' };
  return (await fetch(`${server.http}/api/public/dashboard/commands`, { method: 'POST', headers, body })).status;
}

test('a page that is open switches what it shows, also after the devices were put in another order or left', async () => {
  const request = { name: 'Houses', widgets, espids: [espid, other] };
  const { body: dashboard } = await owner.api('POST', '/api/dashboards', request);
  const path = `/api/dashboards/${dashboard.id}`;
  const links = `${path}/links`;
  const made: LinkCreated = (await owner.api('POST', links, { ...settings, password: null })).body;
  const { choices } = await visit(made.token);
  const requestsOf = async (one: string) =>
    (await owner.api('GET', `/api/device/${one}/commands?kind=output&target=D1`)).body.commands.length;
  const save = async (espids: readonly string[]) => {
    const { version } = (await owner.api('GET', path)).body;
    expect((await owner.api('PUT', path, { name: 'Houses', widgets, basedOn: version, espids })).status).toBe(200);
  };
  await save([other, espid]);
  expect((await visit(made.token)).choices).toEqual(choices.toReversed());
  expect(await press(made.token, choices[0])).toBe(202);
  expect([await requestsOf(espid), await requestsOf(other)]).toEqual([1, 0]);
  await save([other]);
  expect(await press(made.token, choices[0])).toBe(404);
  expect(await requestsOf(other)).toBe(0);
});

test('a change cancels what visitors requested with a control that they lose, or before another password', async () => {
  const { body: dashboard } = await owner.api('POST', '/api/dashboards', { name: 'House', widgets, espids: [espid] });
  const path = `/api/dashboards/${dashboard.id}/links`;
  const made: LinkCreated = (await owner.api('POST', path, { ...settings, password: null })).body;
  const change = (to: object) => owner.api('PUT', `${path}/${made.link.id}`, { ...settings, ...to });
  // The board has not responded to the first command, and never will in this test, so that the others wait.
  const time = holdTime(Date.now(), { date: true });
  onTestFinished(() => time.release());
  await owner.api('POST', `/api/device/${espid}/io`, { pins: [{ pin: 'D5', mode: 'digit', value: 1 }] });
  const [device] = (await visit(made.token)).choices;
  const state = async () =>
    (await owner.api('GET', `/api/device/${espid}/commands?kind=output&target=D1`)).body.commands[0].state;
  expect(await press(made.token, device)).toBe(202);
  await change({ name: 'Hall' });
  expect(await state()).toBe('queued');
  await change({ exposed: ['lamp'] });
  expect(await state()).toBe('failed');
  await change({});
  expect(await press(made.token, device)).toBe(202);
  await change({ password: 'moss and stones' });
  expect(await state()).toBe('failed');
});
