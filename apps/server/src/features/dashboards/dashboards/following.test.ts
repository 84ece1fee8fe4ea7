import type { AccountDashboard, LinkCreated, WidgetContent } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import { chosenEspids } from './chosen-devices.ts';

const north = 'ESP32-D0WDQ6-100_0a7e0006';
const south = nextEspid();
const guests = nextEspid();
let server: JoinedServer;
let owner: TestUser;
let guest: TestUser;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  guest = await server.signup('guest@example.com');
  const board = async (user: TestUser, espid: string) =>
    server.board({ espid, username: `${user.email}/${await user.connectionKey()}`, keepalive: 3_600 });
  for (const espid of [north, south]) await board(owner, espid);
  await board(guest, guests);
});
afterAll(() => server.stop());

const content: WidgetContent = { type: 'value', title: 'Temperature', key: 'temp' };
const widgets = [{ id: 'a', x: 0, y: 0, width: 3, height: 2, content }];
const path = (id: number) => `/api/dashboards/${id}`;
const make = async (follows: unknown, user = owner): Promise<AccountDashboard> => {
  const request = { name: 'House', widgets, espids: [], follows };
  const { status, body } = await user.api('POST', '/api/dashboards', request);
  expect([status, body.error]).toEqual([201, undefined]);
  return body;
};
const read = async (id: number, user = owner): Promise<AccountDashboard> => (await user.api('GET', path(id))).body;
const save = ({ id, version, name }: AccountDashboard, follows: unknown, user = owner) =>
  user.api('PUT', path(id), { name, widgets, espids: [], follows, basedOn: version });
const tag = (espid: string, ...tags: string[]) => owner.api('PATCH', `/api/device/${espid}`, { tags });
const share = async (things: string, role: string, from = owner, to = guest) => {
  await from.api('POST', `${things}/shares`, { email: to.email, role, expiresAt: null });
  const { offers, dashboards } = (await to.api('GET', '/api/offers')).body;
  await to.api('POST', `/api/offers/${[...offers, ...dashboards][0].id}/accept`);
};

describe('a dashboard that follows a tag', () => {
  test('has the devices that have it now, however it is written, and its pages hear of it', async () => {
    const { id, ...made } = await make({ kind: 'tag', tag: 'Greenhouse' });
    expect(made).toMatchObject({ espids: [], follows: { kind: 'tag', tag: 'Greenhouse', devices: 0 } });
    const live = await LiveSocket.open(server.http, owner.token, []);
    await tag(south, 'greenhouse');
    await live.next('account-dashboards');
    expect(await read(id)).toMatchObject({ espids: [south], follows: { devices: 1 }, version: 1 });
    await owner.api('POST', '/api/device/bulk', { devices: [north], act: { kind: 'change', addTags: ['GREENHOUSE'] } });
    await live.next('account-dashboards');
    expect((await read(id)).espids).toEqual([north, south]);
    const { dashboards } = (await owner.api('GET', '/api/dashboards')).body;
    expect(dashboards[0]).toMatchObject({ id, espids: [north, south], devices: [north, south] });
    await tag(north);
    await live.next('account-dashboards');
    expect((await read(id)).espids).toEqual([south]);
    await tag(south);
  });

  test('has no devices of others, whatever tags these have', async () => {
    await share(`/api/device/${guests}`, 'manager', guest, owner);
    await owner.api('PATCH', `/api/device/${guests}`, { tags: ['shed'] });
    await tag(north, 'shed');
    const { id } = await make({ kind: 'tag', tag: 'shed' });
    expect((await read(id)).espids).toEqual([north]);
    await tag(north);
  });

  test('is a list by hand again in an earlier version, and follows again after it', async () => {
    await tag(north, 'attic');
    const made = await make(null);
    const following = await save(made, { kind: 'tag', tag: 'attic' });
    expect(following.body).toMatchObject({ version: 2, espids: [north] });
    const restore = (version: number) => owner.api('POST', `${path(made.id)}/versions/${version}/restore`);
    expect((await restore(1)).body).toMatchObject({ espids: [], follows: null });
    expect((await restore(2)).body).toMatchObject({ espids: [north], follows: { kind: 'tag', tag: 'attic' } });
    await tag(north);
  });
});

describe('a dashboard that follows a group', () => {
  test('has its devices, and shows when it was deleted', async () => {
    const group = (await owner.api('POST', '/api/device-groups', { name: 'South side', hue: 2 })).body;
    const made = await make({ kind: 'group', groupId: group.id });
    const action = { kind: 'change', groupId: group.id };
    await owner.api('POST', '/api/device/bulk', { devices: [south], act: action });
    expect(await read(made.id)).toMatchObject({
      espids: [south],
      follows: { kind: 'group', groupId: group.id, name: 'South side', devices: 1 },
    });
    const live = await LiveSocket.open(server.http, owner.token, []);
    await owner.api('DELETE', `/api/device-groups/${group.id}`);
    await live.next('account-dashboards');
    expect(await read(made.id)).toMatchObject({ espids: [], follows: { name: null, devices: 0 } });
    expect((await save(made, { kind: 'group', groupId: group.id })).status).toBe(200);
  });

  test('is refused for one that the account does not have', async () => {
    const others = (await guest.api('POST', '/api/device-groups', { name: 'Mine', hue: 1 })).body;
    const request = { name: 'House', widgets, espids: [], follows: { kind: 'group', groupId: others.id } };
    const { status, body } = await owner.api('POST', '/api/dashboards', request);
    expect([status, body.error]).toEqual([400, expect.stringContaining('no such group')]);
  });
});

test('a manager of a shared dashboard keeps what it follows, and hears of what comes', async () => {
  await tag(north, 'cellar');
  await share(`/api/device/${north}`, 'viewer');
  const made = await make({ kind: 'tag', tag: 'cellar' });
  await share(path(made.id), 'manager');
  expect((await save(made, made.follows, guest)).status).toBe(200);
  for (const follows of [{ kind: 'tag', tag: 'attic' }, null]) {
    const { status, body } = await save(await read(made.id), follows, guest);
    expect([status, body.error]).toEqual([400, expect.stringContaining('Only the owner')]);
  }
  const live = await LiveSocket.open(server.http, guest.token, []);
  await tag(south, 'cellar');
  await live.next('account-dashboards');
});

test('those with whom it is shared know nothing of a device before its owner has confirmed it', async () => {
  await tag(north, 'barn');
  await tag(south);
  const made = await make({ kind: 'tag', tag: 'barn' });
  await share(path(made.id), 'viewer');
  const { version } = await read(made.id);
  await tag(south, 'barn');
  const seen = async () => {
    const { dashboards } = (await guest.api('GET', '/api/dashboards')).body;
    const listed = dashboards.find((one: AccountDashboard) => one.id === made.id);
    const texts = [await read(made.id, guest), listed].map((one) => JSON.stringify(one));
    return texts.map((text) => [north, south].filter((espid) => text.includes(espid)));
  };
  expect(await seen()).toEqual([[north], [north]]);
  const espids = [north, south];
  expect(await read(made.id)).toMatchObject({ espids, waiting: { devices: [south] } });
  await owner.api('POST', `${path(made.id)}/confirm`, { version, espids });
  expect(await seen()).toEqual([espids, espids]);
});

test('a public link shows the devices that were there, until its owner adds those that came', async () => {
  await tag(north, 'porch');
  await tag(south);
  const { id } = await make({ kind: 'tag', tag: 'porch' });
  const settings = { name: 'Wall', expiresAt: null, exposed: [], origins: [] };
  const espids = (await read(id)).espids;
  const made: LinkCreated = (await owner.api('POST', `${path(id)}/links`, { ...settings, password: null, espids }))
    .body;
  expect(made.link.devices).toEqual({ shown: 1, all: 1 });
  const loadView = async () => {
    const headers = { 'x-cyno-link': made.token };
    const response = await fetch(`${server.http}/api/public/dashboard`, { headers });
    const { devices } = (await response.json()) as { devices: { device: string }[] };
    return devices.map(({ device }) => device);
  };
  const before = await loadView();
  await tag(south, 'porch');
  expect(await loadView()).toEqual(before);
  const [link] = (await owner.api('GET', `${path(id)}/links`)).body.links;
  expect(link.devices).toEqual({ shown: 1, all: 2 });
  const change = (more: object) => owner.api('PUT', `${path(id)}/links/${link.id}`, { ...settings, ...more });
  expect((await change({})).body.devices).toEqual({ shown: 1, all: 2 });
  expect((await change({ espids: [north, south] })).body.devices).toEqual({ shown: 2, all: 2 });
  const both = await loadView();
  expect(both).toHaveLength(2);
  await tag(north);
  expect(await loadView()).toEqual(both.slice(1));
});

describe('what is tagged between looking and pressing is approved by nobody', () => {
  const visible = async (id: number) =>
    (await guest.api('GET', `${path(id)}/shown`)).body.devices.map(({ device }: { device: string }) => device);

  test('by a confirmation', async () => {
    await tag(north, 'loft');
    await tag(south);
    const made = await make({ kind: 'tag', tag: 'loft' });
    await share(path(made.id), 'viewer');
    const { version, espids } = await read(made.id);
    await tag(south, 'loft');
    const confirm = (seen: string[]) => owner.api('POST', `${path(made.id)}/confirm`, { version, espids: seen });
    const { status, body } = await confirm(espids);
    expect([status, body.code, body.devices]).toEqual([409, 'conflict', [north, south]]);
    expect(body.error).toContain(`came: ${south}`);
    expect(await visible(made.id)).toEqual([north]);
    expect((await read(made.id)).waiting).toEqual({ widgets: [], devices: [south] });
    expect((await confirm([north, south])).body.waiting).toBeUndefined();
    expect(await visible(made.id)).toEqual([north, south]);
    await tag(north);
    expect((await confirm([north, south])).body.error).toContain(`left: ${north}`);
  });

  test('by saving or restoring it', async () => {
    await tag(north, 'cabin');
    await tag(south);
    const made = await make({ kind: 'tag', tag: 'cabin' });
    await share(path(made.id), 'viewer');
    const edited = await read(made.id);
    await tag(south, 'cabin');
    const body = { name: 'Cabin', widgets, espids: edited.espids, follows: made.follows, basedOn: edited.version };
    expect((await owner.api('PUT', path(made.id), body)).body.waiting).toEqual({ widgets: [], devices: [south] });
    expect(await visible(made.id)).toEqual([north]);
    const restored = await owner.api('POST', `${path(made.id)}/versions/1/restore`);
    expect(restored.body.waiting).toEqual({ widgets: [], devices: [south] });
    expect(await visible(made.id)).toEqual([north]);
  });

  test('by making a public link, or adding devices to one', async () => {
    await tag(north, 'pier');
    await tag(south);
    const { id, espids } = await read((await make({ kind: 'tag', tag: 'pier' })).id);
    const settings = { name: 'Wall', expiresAt: null, exposed: [], origins: [] };
    const link = (seen: string[]) =>
      owner.api('POST', `${path(id)}/links`, { ...settings, password: null, espids: seen });
    const made = await link(espids);
    expect(made.status).toBe(201);
    await tag(south, 'pier');
    const late = await link(espids);
    expect([late.status, late.body.devices]).toEqual([409, [north, south]]);
    const change = (seen: string[]) =>
      owner.api('PUT', `${path(id)}/links/${made.body.link.id}`, { ...settings, espids: seen });
    expect((await change(espids)).status).toBe(409);
    expect((await change([north, south])).body.devices).toEqual({ shown: 2, all: 2 });
  });
});

test('the first hundred can be chosen', () => {
  const devices = Array.from({ length: 120 }, (_, index) => ({ espid: `D${index}`, tags: ['all'] }));
  const ofAccount = () => devices as DeviceRecord[];
  const follows = { kind: 'tag', tag: 'all' } as const;
  const chosen = chosenEspids(
    { accountId: 1, deviceId: null, espids: [], follows },
    { ofAccount, findById: () => undefined },
  );
  expect([chosen.length, chosen[0], chosen.at(-1)]).toEqual([100, 'D0', 'D99']);
});
