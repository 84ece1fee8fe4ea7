import type { DeviceOffers, DeviceShares, EscalationPeople } from '@cyno/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../../../test/server.ts';

let server: TestServer;
let owner: TestUser;
let guest: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signup('owner@example.com');
  guest = await server.signup('guest@example.com');
  stranger = await server.signup('stranger@example.com');
});
afterAll(() => server.stop());

const peopleOf = async (user: TestUser): Promise<EscalationPeople> =>
  (await user.api('GET', '/api/notifications/people')).body;

async function share(espid: string, user: TestUser, role: string) {
  const path = `/api/device/${espid}/shares`;
  await server.board({ espid, username: `${owner.email}/${await owner.connectionKey()}` });
  expect((await owner.api('POST', path, { email: user.email, role, expiresAt: null })).status).toBe(201);
  const { offers }: DeviceOffers = (await user.api('GET', '/api/offers')).body;
  await user.api('POST', `/api/offers/${offers[0]?.id}/accept`);
  const { shares }: DeviceShares = (await owner.api('GET', path)).body;
  return `${path}/${shares.find(({ email }) => email === user.email)?.id}`;
}

test('who has a share can be named while it lasts: not when it is offered, nor by others, nor after its end', async () => {
  const espid = 'ESP32-D0WDQ6-100_0a1b2c01';
  const pond = 'ESP32-D0WDQ6-100_0a1b2c02';
  expect(await peopleOf(owner)).toEqual({ people: [], namedBy: [] });
  const first = await share(espid, guest, 'viewer');
  const second = await share(pond, guest, 'operator');
  await owner.api('POST', `/api/device/${pond}/shares`, { email: stranger.email, role: 'manager', expiresAt: null });
  const { people } = await peopleOf(owner);
  expect(people).toEqual([
    { id: expect.stringMatching(/^share-\d+$/), name: guest.email, devices: 2, declined: false },
  ]);
  const policy = (await owner.api('GET', '/api/notifications/policy')).body;
  const contacts = [people[0]?.id];
  const named = { ...policy, critical: { ...policy.critical, escalations: [{ afterMinutes: 15, contacts }] } };
  for (const other of [guest, stranger]) {
    expect((await other.api('PUT', '/api/notifications/policy', named)).status).toBe(400);
  }
  expect((await owner.api('PUT', '/api/notifications/policy', named)).status).toBe(200);
  expect((await peopleOf(guest)).namedBy).toMatchObject([{ name: owner.email, devices: 2, declined: false }]);
  expect((await peopleOf(stranger)).namedBy).toEqual([]);

  expect((await owner.api('DELETE', first)).status).toBe(200);
  expect((await peopleOf(owner)).people).toMatchObject([{ name: guest.email, devices: 1 }]);
  expect((await guest.api('POST', `/api/device/${pond}/leave`)).status).toBe(200);
  expect((await owner.api('DELETE', second)).status).toBe(404);
  expect((await peopleOf(owner)).people).toMatchObject([{ name: guest.email, devices: 0 }]);
  expect((await peopleOf(guest)).namedBy).toEqual([]);
});
