import type { LinkCreated } from '@cyno/contract';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { holdTime } from '../../../../test/held-time.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

const espid = nextEspid();
let server: JoinedServer;
let owner: TestUser;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  await server.board({ espid, username: `${owner.email}/${await owner.connectionKey()}`, keepalive: 3_600 });
});
afterAll(() => server.stop());

const place = { y: 0, width: 3, height: 3 };
const output = (pin: string) => ({ kind: 'output', pin, mode: 'digit' });
const widgets = [
  { ...place, id: 'fan', x: 0, content: { type: 'switch', title: 'Fan', target: output('D1') } },
  { ...place, id: 'lamp', x: 3, content: { type: 'switch', title: 'Lamp', target: output('D2') } },
];
const settings = { name: 'Club house', expiresAt: null, exposed: ['fan', 'lamp'], origins: [] };

test('a change cancels what visitors requested with a control that they lose, or before another password', async () => {
  const { body: dashboard } = await owner.api('POST', '/api/dashboards', { name: 'House', widgets, espids: [espid] });
  const path = `/api/dashboards/${dashboard.id}/links`;
  const made: LinkCreated = (await owner.api('POST', path, { ...settings, password: null })).body;
  const change = (to: object) => owner.api('PUT', `${path}/${made.link.id}`, { ...settings, ...to });
  // The board has not responded to the first command, and never will in this test, so that the others wait.
  const time = holdTime(Date.now(), { date: true });
  onTestFinished(() => time.release());
  await owner.api('POST', `/api/device/${espid}/io`, { pins: [{ pin: 'D5', mode: 'digit', value: 1 }] });
  const press = async () => {
    const body = JSON.stringify({ kind: 'io', device: '1', pins: [{ pin: 'D1', mode: 'digit', value: 1 }] });
    const headers = { 'x-cyno-link': made.token, 'content-type': 'application/json' };
    const sent = await fetch(`${server.http}/api/public/dashboard/commands`, { method: 'POST', headers, body });
    expect(sent.status).toBe(202);
  };
  const state = async () =>
    (await owner.api('GET', `/api/device/${espid}/commands?kind=output&target=D1`)).body.commands[0].state;
  await press();
  await change({ name: 'Hall' });
  expect(await state()).toBe('queued');
  await change({ exposed: ['lamp'] });
  expect(await state()).toBe('failed');
  await change({});
  await press();
  await change({ password: 'moss and stones' });
  expect(await state()).toBe('failed');
});
