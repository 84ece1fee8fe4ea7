import type {
  AccountDashboard,
  DashboardList,
  DashboardSummary,
  DashboardTemplate,
  Widget,
  WidgetContent,
} from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { silentLogger } from '../../../../test/log.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';
import { EventBus } from '../../../platform/bus/index.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import { dashboardsRepository } from './dashboards.repository.ts';
import { Dashboards } from './dashboards.service.ts';

const north = 'ESP32-D0WDQ6-100_0a7e0003';
const south = nextEspid();
let server: JoinedServer;
let owner: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
  const username = `${owner.email}/${await owner.connectionKey()}`;
  for (const espid of [north, south]) await server.board({ espid, username, keepalive: 3_600 });
});
afterAll(() => server.stop());

const temperature: WidgetContent = { type: 'value', title: 'Temperature', key: 'temp' };
const fan = (pin: string): WidgetContent => ({
  type: 'switch',
  title: 'Fan',
  target: { kind: 'output', pin, mode: 'digit' },
});
const place = (content: WidgetContent, at: Partial<Widget> = {}): Widget => ({
  id: 'a',
  x: 0,
  y: 0,
  width: 3,
  height: 2,
  ...at,
  content,
});
type DashboardInput = { name?: string; widgets?: unknown; espids?: unknown };
const post = (request: DashboardInput = {}, user = owner) =>
  user.api('POST', '/api/dashboards', { name: 'House', widgets: [place(temperature)], espids: [north], ...request });
const make = async (request?: DashboardInput): Promise<AccountDashboard> => (await post(request)).body;
const path = (id: number) => `/api/dashboards/${id}`;
const read = async (id: number): Promise<AccountDashboard> => (await owner.api('GET', path(id))).body;
const list = async (user = owner): Promise<DashboardSummary[]> =>
  (await user.api('GET', '/api/dashboards')).body.dashboards;
const save = ({ id, version, ...made }: AccountDashboard, request: DashboardInput & { basedOn?: number } = {}) =>
  owner.api('PUT', path(id), {
    name: made.name,
    widgets: made.widgets,
    espids: made.espids,
    basedOn: version,
    ...request,
  });

describe('a dashboard of several devices', () => {
  test('is made, listed with all that it names, and pushed to the account’s pages', async () => {
    const live = await LiveSocket.open(server.http, owner.token, []);
    const made = await post({
      name: ' Greenhouse ',
      widgets: [place(temperature, { device: south })],
      espids: [north],
    });
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Greenhouse', version: 1, espids: [north], role: 'owner', origin: null },
    });
    await live.next('account-dashboards');
    expect(await read(made.body.id)).toEqual(made.body);
    expect((await list()).find(({ id }) => id === made.body.id)).toEqual({
      id: made.body.id,
      version: 1,
      name: 'Greenhouse',
      espids: [north],
      role: 'owner',
      savedAt: made.body.savedAt,
      devices: [north, south],
      places: [{ x: 0, y: 0, width: 3, height: 2, type: 'value' }],
    });
  });

  test('is saved as a new version, on top of the one that was edited', async () => {
    const made = await make();
    const saved = await save(made, { name: 'Barn', espids: [south, north] });
    expect(saved.body).toMatchObject({ id: made.id, version: 2, name: 'Barn', espids: [south, north] });
    expect(await save(made, { name: 'Late' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const { versions } = (await owner.api('GET', `${path(made.id)}/versions`)).body;
    expect(versions).toMatchObject([
      { version: 2, name: 'Barn' },
      { version: 1, name: 'House' },
    ]);
    const restored = await owner.api('POST', `${path(made.id)}/versions/1/restore`);
    expect(restored.body).toMatchObject({ version: 3, name: 'House', espids: [north] });
    expect((await owner.api('POST', `${path(made.id)}/versions/9/restore`)).status).toBe(404);
  });

  test('is gone when it was deleted, until that is undone', async () => {
    const made = await make();
    const { body } = await owner.api('DELETE', path(made.id));
    expect(body.restorableUntil).toBeGreaterThan(Date.now() + 6.9 * 86_400_000);
    expect((await owner.api('GET', path(made.id))).status).toBe(404);
    expect((await list()).map(({ id }) => id)).not.toContain(made.id);
    const all: DashboardList = (await owner.api('GET', '/api/dashboards')).body;
    expect(all.deleted[0]).toEqual({ id: made.id, name: made.name, restorableUntil: body.restorableUntil });
    expect((await stranger.api('POST', `${path(made.id)}/restore`)).status).toBe(404);
    expect((await owner.api('POST', `${path(made.id)}/restore`)).body).toEqual(made);
    expect((await owner.api('POST', `${path(made.id)}/restore`)).status).toBe(404);
  });

  test('does not exist for others, whatever they request', async () => {
    const { id } = await make();
    const body = { name: 'Mine now', widgets: [], espids: [], basedOn: 1 };
    const calls = [
      stranger.api('GET', path(id)),
      stranger.api('PUT', path(id), body),
      stranger.api('DELETE', path(id)),
      stranger.api('GET', `${path(id)}/versions`),
      stranger.api('POST', `${path(id)}/versions/1/restore`),
    ];
    for (const { status } of await Promise.all(calls)) expect(status).toBe(404);
    expect(await list(stranger)).toEqual([]);
    expect((await read(id)).version).toBe(1);
  });

  test.each<[string, DashboardInput, RegExp]>([
    ['a device that does not exist', { espids: ['Nobody-1'] }, /no device "Nobody-1"/],
    ['a widget of one', { widgets: [place(temperature, { device: 'Nobody-1' })] }, /no device "Nobody-1"/],
    ['a device twice', { espids: [north, north] }, /once/],
    ['101 devices', { espids: Array.from({ length: 101 }, (_, index) => `D${index}`) }, /At most 100/],
    ['no name', { name: ' ' }, /Give the dashboard a name/],
    ['a pin that its board does not have', { widgets: [place(fan('D1'), { device: north })] }, /no pin "D1"/],
    ['a pin that none of the boards has', { widgets: [place(fan('D99'))], espids: [north, south] }, /no pin "D99"/],
  ])('is refused with %s', async (_what, request, sentence) => {
    const { status, body } = await post(request);
    expect(status).toBe(400);
    expect([body.error, ...Object.values(body.fields ?? {})].join(' ')).toMatch(sentence);
  });

  test('may have a pin that one of its boards has, and devices of the account alone', async () => {
    expect((await post({ widgets: [place(fan('D1'))], espids: [north, south] })).status).toBe(201);
    expect(await post({}, stranger)).toMatchObject({ status: 400, body: { error: expect.stringContaining(north) } });
  });

  test('keeps the widgets of a device that is gone, and takes no more of them', async () => {
    const board = 'ESP32-D0WDQ6-100_0a7e0004';
    const username = `${owner.email}/${await owner.connectionKey()}`;
    await server.board({ espid: board, username, keepalive: 3_600 });
    const widget = place(temperature, { device: board });
    const made = await make({ widgets: [widget], espids: [] });
    expect((await owner.api('DELETE', `/api/device/${board}`)).status).toBe(200);
    const moved = await save(made, { widgets: [{ ...widget, x: 4 }] });
    expect(moved.status).toBe(200);
    const more = [widget, { ...widget, id: 'b', content: { ...temperature, key: 'humid' } }];
    expect(await save(moved.body, { widgets: more })).toMatchObject({ status: 400 });
  });
});

test('a device’s own dashboard may show other devices that its owner has, and no others', async () => {
  const own = (device: string) => ({ name: 'Mine', widgets: [place(temperature, { device })], basedOn: null });
  const dashboard = `/api/device/${north}/dashboard`;
  const refused = await owner.api('PUT', `${dashboard}/widgets`, own('Nobody-1'));
  expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('Nobody-1') } });
  expect((await owner.api('PUT', `${dashboard}/widgets`, own(south))).status).toBe(200);
});

test('the ready-made dashboards can be read with their widgets', async () => {
  const templates: DashboardTemplate[] = (await owner.api('GET', '/api/dashboard-templates')).body.templates;
  expect(templates.length).toBeGreaterThan(10);
  expect(templates.every(({ widgets }) => widgets.length > 0)).toBe(true);
});

test('an account has at most 100 of them, also when many are made at once', async () => {
  const crowd = await server.signup('crowd@example.com');
  const request = { name: 'One of many', widgets: [], espids: [] };
  const responses = await Promise.all(Array.from({ length: 103 }, () => post(request, crowd)));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(100);
  expect(responses.find(({ status }) => status !== 201)?.body).toMatchObject({ code: 'limit_reached' });
  const [newest] = await list(crowd);
  const id = newest?.id ?? 0;
  await crowd.api('DELETE', path(id));
  expect((await post(request, crowd)).status).toBe(201);
  expect((await crowd.api('POST', `${path(id)}/restore`)).body).toMatchObject({ code: 'limit_reached' });
});

test('the list is read without the pictures that dashboards hold', async () => {
  const url = `data:image/png;base64,${'A'.repeat(60_000)}`;
  const { id } = await make({ widgets: [place({ type: 'image', title: 'Plan', url, fit: 'contain', alt: '' })] });
  const { rows } = await server.database.pool.query('select account_id from dashboards where id = $1', [id]);
  const read = await dashboardsRepository(server.database).list(rows[0].account_id, []);
  expect(JSON.stringify(read)).not.toContain('base64');
  const visible = (await list()).find((one) => one.id === id);
  expect(visible?.places).toEqual([{ x: 0, y: 0, width: 3, height: 2, type: 'image' }]);
});

/** The server's dashboards, where somebody else saves another one as soon as one is saved. */
function crossedDashboards(device: DeviceRecord): Dashboards {
  const repository = dashboardsRepository(server.database);
  const theirs = (after: number) => ({ at: 1, basedOn: after, approved: null });
  return new Dashboards({
    repository: {
      ...repository,
      async replace(id, content, replacement) {
        const result = await repository.replace(id, content, replacement);
        await repository.replace(id, { ...content, name: 'Theirs' }, theirs(replacement.basedOn + 1));
        return result;
      },
      async addFirst(owner, content, createdAt) {
        const result = await repository.addFirst(owner, content, createdAt);
        const row = await repository.find(owner.id);
        await repository.replace(row?.id ?? 0, { ...content, name: 'Theirs' }, theirs(1));
        return result;
      },
    },
    listReading: async () => [],
    bus: new EventBus({ log: silentLogger }),
    clock: systemClock,
    log: silentLogger,
    devices: { findById: () => device, ofAccount: () => [device], findDevice: () => device, may: () => true },
    groupName: async () => null,
    hasScene: async () => true,
    variablesOf: () => [],
    languageOf: async () => 'en',
    dashboardRoleOf: () => null,
    dashboardsSharedWith: () => [],
    accountsSharing: () => [],
  });
}

test('a save returns what it saved, also when somebody saves another one before that is read', async () => {
  const { id, widgets } = await make({ widgets: [] });
  const query = 'select id, account_id from devices where espid = $1';
  const { rows } = await server.database.pool.query(query, [south]);
  const device = { id: rows[0].id, accountId: rows[0].account_id, espid: south, template: null } as DeviceRecord;
  const crossed = crossedDashboards(device);
  const editor = { id: device.accountId, sessionId: 1 };
  const mine = { name: 'Mine', widgets };
  const own = await crossed.save(editor, id, { ...mine, basedOn: 1, espids: [south], follows: null });
  expect(own).toMatchObject({ name: 'Mine', version: 2 });
  const first = await crossed.saveOfDevice(device, editor, { ...mine, basedOn: null });
  expect(first.dashboard).toMatchObject({ name: 'Mine', version: 1 });
  const second = await crossed.saveOfDevice(device, editor, { ...mine, basedOn: 2 });
  expect(second.dashboard).toMatchObject({ name: 'Mine', version: 3 });
  expect((await crossed.ofDevice(device)).dashboard).toMatchObject({ name: 'Theirs', version: 4 });
});
