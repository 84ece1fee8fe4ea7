import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tooHot } from '../../../../test/alerts.ts';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

let server: JoinedServer;
let owner: TestUser;
let espid: string;
let board: TestBoard;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
});
afterAll(() => server.stop());
beforeEach(async () => {
  espid = nextEspid();
  const username = `${owner.email}/${await owner.connectionKey()}`;
  board = (await server.board({ espid, username, keepalive: 600 })).board;
  await send({ temp: 20, humid: 50, mode: 'auto' });
});

async function send(values: object | string): Promise<void> {
  await board.puback(board.publish('data/update', typeof values === 'string' ? values : JSON.stringify(values), 1));
  await server.spoolEmpty();
}
const at = (rest: string) => `/api/device/${espid}${rest}`;
const calibrate = (body: object, key = 'temp') => owner.api('PUT', at(`/variables/${key}/calibration`), body);
const keep = (days: unknown, key = 'temp') => owner.api('PUT', at(`/variables/${key}/retention`), { days });
const automations = async () => (await owner.api('GET', at('/automations'))).body.automations;
const info = '{"ip":"10.0.0.2","ssid":"net","RSSI":"-60","v":"1.0.8"}';
const rule = (threshold: number) => ({
  name: null,
  enabled: true,
  definition: {
    kind: 'rule',
    conditions: [{ espid, key: 'temp', comparison: '>', threshold, release: null }],
    forSeconds: 0,
    action: { kind: 'output', pin: 'D1', mode: 'digit', value: 1 },
    back: null,
    limit: null,
    activeHours: null,
  },
});

describe('a calibration', () => {
  test('counts for browsers, the newest value and the history, and is listed for them', async () => {
    const live = await LiveSocket.open(server.http, owner.token);
    const response = await calibrate({ offset: 1.5, scale: 2 });
    expect(response.body.variables[0]).toMatchObject({ key: 'temp', calibration: { offset: 1.5, scale: 2 } });
    await send({ temp: 21, humid: 51 });
    const point = await live.next('points', ({ points }) => points.some(({ values }) => values.humid === 51));
    expect(point.points.at(-1)?.values).toEqual({ temp: 43.5, humid: 51 });
    expect((await owner.api('GET', at(''))).body.variables[0]).toMatchObject({ key: 'temp', value: 43.5 });
    const { series } = (await owner.api('GET', at(`/history?from=0&to=${Date.now() + 60_000}&points=100`))).body;
    expect(series.temp.value).toEqual([20, 43.5]);
    expect((await owner.api('GET', at('/calibrations'))).body.changes).toMatchObject([
      { key: 'temp', offset: 1.5, scale: 2 },
    ]);
  });

  test('decides which rules fire, and takes a rule from the board while there is one', async () => {
    await board.subscribe();
    board.publish('get/init', '');
    board.publish('info', info);
    await expect.poll(async () => (await owner.api('GET', at(''))).body.firmware).toBe('1.0.8');
    expect((await owner.api('POST', at('/automations'), rule(100))).body.placement.where).toBe('board');
    await expect.poll(async () => (await automations())[0].placement.delivered).toBe(true);
    await calibrate({ offset: 0, scale: 10 });
    const [taken] = await automations();
    expect(taken.placement).toMatchObject({ where: 'server', reason: expect.stringContaining('is calibrated') });
    await expect
      .poll(() => board.received.some((packet) => packet.cmd === 'publish' && String(packet.payload) === 'no'))
      .toBe(true);
    await send({ temp: 9.9 });
    await send({ temp: 10.1 });
    await expect
      .poll(async () =>
        (await owner.api('GET', at('/automations/runs'))).body.runs.map((run: { why: string }) => run.why),
      )
      .toEqual([expect.stringContaining('101')]);
    await calibrate({ offset: 0, scale: 1 });
    expect((await automations())[0].placement.where).toBe('board');
  });

  test('is not made again of a file: an export comes in unchanged', async () => {
    await calibrate({ offset: 5, scale: 3 });
    await send({ temp: 10 });
    const range = `from=0&to=${Date.now() + 60_000}`;
    const text = async () =>
      (
        await fetch(`${server.http}${at(`/export?${range}&format=csv&keys=temp`)}`, {
          headers: { authorization: `Bearer ${owner.token}` },
        })
      ).text();
    const csv = await text();
    expect(csv).toContain(',35');
    const imports = at('/imports');
    const { id } = (await owner.api('POST', imports, { name: 'values.csv', bytes: Buffer.byteLength(csv) })).body;
    await fetch(`${server.http}${imports}/${id}/piece?offset=0`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/octet-stream' },
      body: csv,
    });
    const visible = await owner.api('POST', `${imports}/${id}/preview`, { layout: null, mapping: null });
    const { layout, mapping } = visible.body;
    await owner.api('POST', `${imports}/${id}/start`, { layout, mapping, overwrite: true });
    await expect
      .poll(async () => (await owner.api('GET', `${imports}/${id}`)).body)
      .toMatchObject({ state: 'done', refused: 0, changed: 0 });
    expect(await text()).toBe(csv);
  });

  test.each([
    ['a scale of 0', '{"offset":0,"scale":0}'],
    ['a scale that is hardly one', '{"offset":0,"scale":1e-300}'],
    ['a scale beyond bounds', '{"offset":0,"scale":1e308}'],
    ['an offset beyond bounds', '{"offset":1e308,"scale":1}'],
    ['an infinite offset', '{"offset":1e999,"scale":1}'],
    ['no number', '{"offset":null,"scale":1}'],
    ['a text', '{"offset":"1","scale":1}'],
    ['nothing', '{}'],
  ])('%s is refused', async (_, body) => {
    const response = await fetch(`${server.http}${at('/variables/temp/calibration')}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(400);
    expect((await owner.api('GET', at('/calibrations'))).body.changes).toEqual([]);
  });

  test('that makes a number beyond all bounds of a value is shown in the console, with what the board sent', async () => {
    await calibrate({ offset: 0, scale: 1e15 });
    await send('{"temp":1e290,"humid":7}');
    await expect
      .poll(async () => JSON.stringify((await owner.api('GET', at('/log'))).body))
      .toContain('The calibration makes a number beyond all bounds');
    expect((await owner.api('GET', at(''))).body.variables).toMatchObject([{ value: 20 }, { value: 7 }, {}]);
  });

  test('is for numbers, and for variables that there are', async () => {
    expect((await calibrate({ offset: 1, scale: 1 }, 'mode')).status).toBe(400);
    expect((await calibrate({ offset: 1, scale: 1 }, 'nothing')).status).toBe(404);
  });
});

describe('a limit of days', () => {
  test('is set, shown with when it removes, and undone', async () => {
    const { body } = await keep(7);
    expect(body.variables[0].kept).toEqual({ days: 7, most: null, removesFrom: expect.any(Number) });
    expect((await owner.api('GET', at('/variables/temp/retention?days=3'))).body).toEqual({ values: 0, oldest: null });
    expect((await keep(null)).body.variables[0].kept).toEqual({ days: null, most: null, removesFrom: null });
  });

  test.each([[0], [-1], [1.5], ['7'], [1e9]])('of %j is refused', async (days) => {
    expect((await keep(days)).status).toBe(400);
  });

  test('keeps lines of a file out that it would remove, and reports why', async () => {
    await keep(1);
    const old = new Date(Date.now() - 3 * 86_400_000).toISOString();
    const csv = `time,temp,humid\r\n${old},1,2\r\n${old},,3\r\n`;
    const imports = at('/imports');
    const { id } = (await owner.api('POST', imports, { name: 'values.csv', bytes: csv.length })).body;
    await fetch(`${server.http}${imports}/${id}/piece?offset=0`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/octet-stream' },
      body: csv,
    });
    const { rows } = (await owner.api('POST', `${imports}/${id}/preview`, { layout: null, mapping: null })).body;
    expect(rows.map(({ problem }: { problem: string | null }) => problem)).toEqual([
      '"temp" is kept for 1 day only, and this is older. Leave the column out to import the others.',
      null,
    ]);
  });
});

test('both are given to another device only when they are requested', async () => {
  await calibrate({ offset: 1, scale: 2 });
  await keep(7, 'humid');
  const from = espid;
  espid = nextEspid();
  const username = `${owner.email}/${await owner.connectionKey()}`;
  board = (await server.board({ espid, username, keepalive: 600 })).board;
  await send({ temp: 1, humid: 2 });
  const copy = (parts: string[]) => owner.api('POST', `/api/device/${from}/copy-settings`, { to: [espid], parts });
  await copy(['variables']);
  const setUps = async () => (await owner.api('GET', at('/variables'))).body.variables;
  expect(await setUps()).toMatchObject([{ calibration: { offset: 0, scale: 1 } }, { kept: { days: null } }]);
  const both = await copy(['calibrations', 'retention']);
  expect(both.body.devices).toEqual([{ espid, copied: { calibrations: 1, retention: 1 } }]);
  expect(await setUps()).toMatchObject([{ calibration: { offset: 1, scale: 2 } }, { kept: { days: 7 } }]);
});

test('what uses a variable is named before it is deleted, to others only as far as they may view it', async () => {
  const used = () => owner.api('GET', at('/variables/temp/uses'));
  expect((await used()).body).toEqual({ uses: [], hidden: 0 });
  await owner.api('PUT', at('/computed/double'), { formula: 'temp * 2', unit: null, label: 'Double' });
  await owner.api('POST', at('/automations'), { ...rule(30), name: 'Fan' });
  await owner.api('POST', '/api/alert-rules', tooHot());
  await owner.api('POST', '/api/alert-rules', { ...tooHot({ key: 'humid' }), name: 'Damp' });
  await owner.api('PUT', at('/dashboard'), { template: 'variables' });
  const kinds = [
    { kind: 'formula', name: 'Double', device: null },
    { kind: 'automation', name: 'Fan', device: null },
    { kind: 'alert', name: 'Too hot', device: null },
  ];
  const { uses, hidden } = (await used()).body;
  expect(uses).toEqual([...kinds, expect.objectContaining({ kind: 'dashboard' })]);
  expect(hidden).toBe(0);
  expect((await owner.api('GET', at('/variables/nothing/uses'))).status).toBe(404);

  const manager = await server.signup(`manager-${espid}@example.com`);
  await owner.api('POST', at('/shares'), { email: manager.email, role: 'manager', expiresAt: null });
  const { offers } = (await manager.api('GET', '/api/offers')).body;
  await manager.api('POST', `/api/offers/${offers[0].id}/accept`);
  expect((await manager.api('GET', at('/variables/temp/uses'))).body).toEqual({ uses: kinds.slice(0, 2), hidden: 2 });

  const { definition } = rule(30);
  const action = { kind: 'notify', text: '{device}: {humid} % of humidity' };
  await owner.api('POST', at('/automations'), { ...rule(30), definition: { ...definition, action }, name: 'Message' });
  expect((await owner.api('GET', at('/variables/humid/uses'))).body.uses).toContainEqual({
    kind: 'automation',
    name: 'Message',
    device: null,
  });
});
