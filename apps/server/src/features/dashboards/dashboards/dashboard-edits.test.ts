import type { DashboardVersion, DeviceDashboard, Widget, WidgetContent } from '@cyno/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

const espid = 'ESP32-D0WDQ6-100_0a7e0002';
const path = `/api/device/${espid}/dashboard`;
let server: JoinedServer;
let owner: TestUser;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  await server.board({ espid, username: `${owner.email}/${await owner.connectionKey()}`, keepalive: 3_600 });
});
afterAll(() => server.stop());

const temperature: WidgetContent = { type: 'value', title: 'Temperature', key: 'temp' };
const lamp: Extract<WidgetContent, { type: 'led' }> = {
  type: 'led',
  title: 'Lamp',
  key: 'temp',
  onFrom: 1,
  tone: 'good',
  onWord: 'On',
  offWord: 'Off',
};
const place = (content: WidgetContent, at: Partial<Widget> = {}): Widget => ({
  id: 'a',
  x: 0,
  y: 0,
  width: 3,
  height: 2,
  ...at,
  content,
});
const read = async (): Promise<DeviceDashboard> => (await owner.api('GET', path)).body;
const versionOf = async () => (await read()).dashboard?.version ?? null;
const save = async (widgets: unknown, { basedOn, name = 'Mine' }: { basedOn?: number | null; name?: string } = {}) =>
  owner.api('PUT', `${path}/widgets`, { name, widgets, basedOn: basedOn === undefined ? await versionOf() : basedOn });
const versions = async (): Promise<DashboardVersion[]> => (await owner.api('GET', `${path}/versions`)).body.versions;
const restore = (version: number | string) => owner.api('POST', `${path}/versions/${version}/restore`);

test('a device without a dashboard gets an own one, once', async () => {
  expect(await versions()).toEqual([]);
  expect((await restore(1)).status).toBe(404);
  const made = await save([place(temperature)], { basedOn: null });
  expect(made.body.dashboard).toMatchObject({ name: 'Mine', version: 1, origin: null, editedAt: expect.any(Number) });
  expect(await save([], { basedOn: null })).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

describe('an edited dashboard', () => {
  beforeEach(() => owner.api('PUT', path, { template: 'dht' }));

  test('is saved, pushed to its pages, and still knows what it was made from', async () => {
    const live = await LiveSocket.open(server.http, owner.token, [espid]);
    const before = await read();
    const saved = await save([place(temperature)], { name: ' Greenhouse ' });
    expect(await live.next('dashboards')).toMatchObject({ espid });
    expect(saved.body.dashboard).toEqual({
      ...before.dashboard,
      version: (before.dashboard?.version ?? 0) + 1,
      name: 'Greenhouse',
      widgets: [place(temperature)],
      editedAt: expect.any(Number),
    });
    expect((await read()).dashboard).toEqual(saved.body.dashboard);
  });

  test('is refused when it is not based on what is there', async () => {
    const basedOn = await versionOf();
    const both = await Promise.all([save([], { basedOn, name: 'One' }), save([], { basedOn, name: 'Two' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = both.find(({ status }) => status === 409);
    expect(late?.body).toEqual({
      code: 'conflict',
      error: 'The dashboard was changed meanwhile, in another tab or by somebody else.',
      reason: 'changed_meanwhile',
      values: {},
    });
  });

  const pump = { kind: 'event', name: 'pump' } as const;
  test.each<[string, Widget[], RegExp]>([
    ['the same id twice', [place(temperature), place(temperature)], /Two widgets have the id "a"/],
    ['no title', [place({ ...temperature, title: '  ' })], /Give it a title/],
    ['a place beyond the last column', [place(temperature, { x: 10 })], /12 columns/],
    ['a scale upside down', [place({ ...temperature, type: 'gauge', min: 5, max: 5, zones: [] })], /lowest value/],
    [
      'zones out of order',
      [
        place({
          ...temperature,
          type: 'tank',
          min: 0,
          max: 9,
          zones: [
            { from: 5, tone: 'good', word: 'wet' },
            { from: 5, tone: 'danger', word: 'dry' },
          ],
        }),
      ],
      /order of where they start/,
    ],
    [
      'a pin that the chip does not have',
      [place({ type: 'switch', title: 'Lamp', target: { kind: 'output', pin: 'D99', mode: 'digit' } })],
      /^Widget "Lamp": This board has no pin "D99"/,
    ],
    [
      'a value that a pin does not take',
      [
        place({
          type: 'slider',
          title: 'Fan',
          unit: '',
          min: 0,
          max: 300,
          step: 1,
          target: { kind: 'output', pin: '4', mode: 'pwm' },
        }),
      ],
      /from 0 to 255/,
    ],
    [
      'half a place on a map',
      [place({ type: 'map', title: 'Boat', keys: ['lat'], minutes: 60 })],
      /^Widget "Boat": A map needs latitude and longitude/,
    ],
    [
      'an axis for what is not drawn',
      [place({ type: 'chart', title: 'Air', keys: ['temp'], right: ['humid'], minutes: 60 })],
      /axis at the right/,
    ],
    [
      'texts for a pin',
      [place({ type: 'message', title: 'Say', target: { kind: 'output', pin: '4', mode: 'digit' } })],
      /only operate an event/,
    ],
    ['an event that cannot be sent', [place({ type: 'button', title: 'Go', target: pump, value: 'a:b' })], /no colon/],
  ])('is refused with %s', async (_what, widgets, sentence) => {
    expect(await save(widgets)).toMatchObject({ status: 400, body: { error: expect.stringMatching(sentence) } });
  });

  test.each([
    ['a control character', [place({ ...temperature, title: 'a\u0000b' })]],
    ['half a surrogate pair', [place({ ...temperature, key: '\ud800' })]],
    ['an id that is none', [place(temperature, { id: 'a b' })]],
    ['a widget of another world', [{ ...place(temperature), content: { type: 'iframe', title: 'x' } }]],
    ['a script as an address', [place({ type: 'frame', title: 'x', url: 'javascript:alert(1)' })]],
    [
      'a picture that is a page',
      [place({ type: 'image', title: 'x', url: 'data:text/html;base64,PGI+', fit: 'cover', alt: '' })],
    ],
    ['a camera that is a file', [place({ type: 'camera', title: 'x', url: 'file:///etc/passwd', seconds: 5 })]],
    ['a colour that is more', [place({ ...lamp, colour: '#ffffff;background:url(x)' })]],
    ['a number beyond all', [place(temperature, { y: 1e9 })]],
    ['61 widgets', Array.from({ length: 61 }, (_, index) => place(temperature, { id: `w${index}` }))],
  ])('is refused with %s', async (_what, widgets) => {
    expect(await save(widgets)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });
});

describe('earlier versions', () => {
  test('are not put over a change that comes at the same moment', async () => {
    const { pool } = server.database;
    const first = (await save([place(temperature)])).body.dashboard;
    await save([place(lamp)]);
    const client = await pool.connect();
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const rowsOf = async (query: string) => (await pool.query(query)).rows.length;
    await client.query('BEGIN');
    await client.query('SELECT FROM dashboards WHERE id = $1 FOR UPDATE', [first.id]);
    const emptied = save([]);
    await expect.poll(() => rowsOf(waiting)).toBe(1);
    const queries = vi.spyOn(pg.Client.prototype as { query(query: pg.QueryConfig): void }, 'query');
    const restored = restore(first.version);
    // It requests the earlier version when it has read the present one; then it waits for the other change, without a connection.
    const requested = () => queries.mock.calls.map(([query]) => query.text);
    await expect.poll(requested).toContainEqual(expect.stringMatching(/^select .* from "dashboard_versions"/));
    queries.mockRestore();
    expect(await rowsOf(waiting)).toBe(1);
    await client.query('COMMIT');
    client.release();
    expect([(await emptied).status, (await restored).status]).toEqual([200, 409]);
    expect((await read()).dashboard?.widgets).toEqual([]);
  });

  test('come back as new ones, with what they were made from', async () => {
    await owner.api('PUT', path, { template: 'dht' });
    const made = await read();
    await save([place(temperature)], { name: 'Changed' });
    await owner.api('PUT', path, { template: 'pms7003' });
    const [present, changed, first] = await versions();
    expect(present).toMatchObject({ version: await versionOf(), origin: { template: 'pms7003' }, editedAt: null });
    expect(changed).toMatchObject({ name: 'Changed', widgets: 1, editedAt: expect.any(Number) });
    expect(first).toMatchObject({ origin: { template: 'dht', version: 1 }, editedAt: null });
    const restored = await restore(made.dashboard?.version ?? 0);
    expect(restored.body.dashboard).toEqual({ ...made.dashboard, version: (present?.version ?? 0) + 1 });
    expect((await versions())[1]?.origin).toMatchObject({ template: 'pms7003' });
  });

  test('are the newest 30, and the others do not exist', async () => {
    for (let index = 0; index < 32; index++) await save([], { name: `Try ${index}` });
    const stored = await versions();
    expect(stored).toHaveLength(31);
    expect(stored.map(({ name }) => name).slice(0, 2)).toEqual(['Try 31', 'Try 30']);
    expect((await restore((stored.at(-1)?.version ?? 0) - 1)).status).toBe(404);
    expect((await restore('x')).status).toBe(400);
  });
});
