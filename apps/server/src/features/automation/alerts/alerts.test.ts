import { alertDetails, alertDryRun, alertLimits, alertList, alertRules, maintenanceList } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { tooHot } from '../../../../test/alerts.ts';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

const espid = nextEspid();
const foreign = nextEspid();
let server: JoinedServer;
let owner: TestUser;
let stranger: TestUser;
let viewer: TestUser;
let operator: TestUser;
let manager: TestUser;
let board: TestBoard;

async function share(user: TestUser, role: string, shared = espid): Promise<void> {
  await owner.api('POST', `/api/device/${shared}/shares`, { email: user.email, role, expiresAt: null });
  const [offer] = (await user.api('GET', '/api/offers')).body.offers;
  expect((await user.api('POST', `/api/offers/${offer.id}/accept`)).status).toBe(200);
}

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
  viewer = await server.signup('viewer@example.com');
  operator = await server.signup('operator@example.com');
  manager = await server.signup('manager@example.com');
  const login = async (user: TestUser) => `${user.email}/${await user.connectionKey()}`;
  ({ board } = await server.board({ espid, username: await login(owner), keepalive: 3_600 }));
  await server.board({ espid: foreign, username: await login(stranger), keepalive: 3_600 });
  await share(viewer, 'viewer');
  await share(operator, 'operator');
  await share(manager, 'manager');
});
afterAll(() => server.stop());

const rulesOf = async (user = owner) => alertRules.parse((await user.api('GET', '/api/alert-rules')).body).rules;
const listed = async (user: TestUser, query = '') =>
  alertList.parse((await user.api('GET', `/api/alerts?${query}`)).body);
const add = (rule: object, user = owner) => user.api('POST', '/api/alert-rules', rule);
const measure = (value: number) => board.puback(board.publish('data/update', `{"temp":${value}}`, 1));

/** A rule whose alert is active on the board, and the id of that alert. */
async function activeAlert(): Promise<{ rule: number; id: number }> {
  await measure(20);
  const { body } = await add(tooHot());
  await measure(35);
  const isActive = async () => (await listed(owner, `rule=${body.id}`)).alerts.length === 1;
  await vi.waitUntil(isActive, { timeout: 180_000 });
  const [alert] = (await listed(owner, `rule=${body.id}`)).alerts;
  return { rule: body.id, id: alert?.id ?? 0 };
}

describe('rules', () => {
  test('each account has one from the start, which can be changed and switched off, not deleted', async () => {
    const [builtIn, ...others] = await rulesOf();
    expect(others).toEqual([]);
    expect(builtIn).toMatchObject({ builtIn: true, enabled: true, scope: { kind: 'all' }, devices: 1, active: 0 });
    const { id, severity, scope, condition } = builtIn as NonNullable<typeof builtIn>;
    const request = { name: 'Silent', enabled: false, severity, scope, condition };
    const path = `/api/alert-rules/${id}`;
    expect((await owner.api('PUT', path, request)).body).toMatchObject({
      name: 'Silent',
      enabled: false,
      builtIn: true,
    });
    expect((await owner.api('DELETE', path)).body.code).toBe('conflict');
    expect((await owner.api('PUT', path, tooHot())).body).toMatchObject({ code: 'bad_request' });
    expect((await owner.api('PUT', path, { ...request, enabled: true })).status).toBe(200);
  });

  test('whoever sees a device sees its limits, those of enabled rules once, and nobody else does', async () => {
    const limitsOf = async (user: TestUser) => {
      const { limits } = alertLimits.parse((await user.api('GET', `/api/device/${espid}/alert-limits`)).body);
      return limits.map(({ key, comparison, value, severity }) => `${key} ${comparison} ${value} ${severity}`);
    };
    const limit = (threshold: number, rest: object = {}) => {
      const rule = tooHot();
      return { ...rule, condition: { ...rule.condition, threshold, release: null }, ...rest };
    };
    const forecast = { kind: 'forecast', key: 'humid', comparison: '<', threshold: 10, withinSeconds: 3_600 };
    const made = [
      await add(limit(61, { severity: 'warning' })),
      await add(limit(61, { severity: 'critical' })),
      await add(limit(62, { enabled: false })),
      await add(limit(63, { scope: { kind: 'tag', tag: 'no such device' } })),
      await add({ ...limit(64), severity: 'info', condition: forecast }),
      await add(limit(65, { scope: { kind: 'all' } }), stranger),
    ];
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
    const expected = ['temp > 61 critical', 'humid < 10 info'];
    for (const user of [owner, manager, operator, viewer]) expect(await limitsOf(user)).toEqual(expected);
    expect((await stranger.api('GET', `/api/device/${espid}/alert-limits`)).status).toBe(404);
    for (const { body } of made.slice(0, -1)) await owner.api('DELETE', `/api/alert-rules/${body.id}`);
    await stranger.api('DELETE', `/api/alert-rules/${made.at(-1)?.body.id}`);
    expect(await limitsOf(owner)).toEqual([]);
  });

  test('can be deleted and restored, muted and changed', async () => {
    const added = await add(tooHot());
    expect(added.status).toBe(201);
    const path = `/api/alert-rules/${added.body.id}`;
    expect((await owner.api('DELETE', path)).status).toBe(204);
    expect((await rulesOf()).some(({ id }) => id === added.body.id)).toBe(false);
    expect((await owner.api('PUT', path, tooHot())).status).toBe(404);
    expect((await owner.api('POST', `${path}/restore`)).body).toEqual(added.body);
    expect((await owner.api('POST', `${path}/restore`)).status).toBe(404);
    const muted = await owner.api('POST', `${path}/mute`, { minutes: 60 });
    expect(muted.body.mutedUntil).toBeGreaterThan(Date.now());
    expect((await owner.api('POST', `${path}/mute`, { minutes: 0 })).body.mutedUntil).toBeNull();
    expect((await owner.api('PUT', path, tooHot({ threshold: 99 }))).body.condition.threshold).toBe(99);
    await owner.api('DELETE', path);
  });

  test('change in parts, so that the switch of a rule and an edit of it leave each other as they are', async () => {
    const { body } = await add(tooHot());
    const path = `/api/alert-rules/${body.id}`;
    const edit = { name: 'Hotter', condition: tooHot({ threshold: 99 }).condition };
    const responses = await Promise.all([edit, { enabled: false }].map((part) => owner.api('PATCH', path, part)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const present = async () => (await rulesOf()).find(({ id }) => id === body.id);
    expect(await present()).toEqual({ ...body, ...edit, enabled: false });
    expect((await owner.api('PATCH', path, { condition: { ...edit.condition, release: 100 } })).status).toBe(400);
    expect((await owner.api('PATCH', path, { scope: { kind: 'devices', espids: [foreign] } })).status).toBe(400);
    expect((await owner.api('PATCH', path, {})).body).toEqual(await present());
    await owner.api('DELETE', path);
    expect((await owner.api('PATCH', path, { enabled: true })).status).toBe(404);
  });

  test.each([
    ['a release on the wrong side', { condition: { ...tooHot().condition, release: 31 } }],
    ['no such device', { scope: { kind: 'devices', espids: ['nobody'] } }],
    ['a device of somebody else', { scope: { kind: 'devices', espids: [espid, foreign] } }],
    ['a group of nobody', { scope: { kind: 'group', groupId: 2_000_000_000 } }],
    ['no device', { scope: { kind: 'devices', espids: [] } }],
    ['a severity that there is not', { severity: 'fatal' }],
    ['a kind that there is not', { condition: { kind: 'mood' } }],
  ])('with %s are refused', async (_, wrong) => {
    expect((await add({ ...tooHot(), ...wrong })).status).toBe(400);
  });

  test('cannot name a group of another account', async () => {
    const { id } = (await stranger.api('POST', '/api/device-groups', { name: 'Mine', hue: 1 })).body;
    expect((await add({ ...tooHot(), scope: { kind: 'group', groupId: id } })).status).toBe(400);
    expect((await add({ ...tooHot(), scope: { kind: 'group', groupId: id } }, stranger)).status).toBe(201);
  });

  test('are limited for an account, also when many come at once', async () => {
    const crowd = await server.signup('crowd@example.com');
    await rulesOf(crowd);
    const responses = await Promise.all(Array.from({ length: 5 }, () => add(tooHot(), crowd)));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    await server.database.pool.query(
      `INSERT INTO alert_rules (account_id, enabled, severity, scope, condition, created_at, updated_at)
       SELECT account_id, enabled, severity, scope, condition, 0, 0 FROM alert_rules, generate_series(1, 94) WHERE id = $1`,
      [responses[0]?.body.id],
    );
    expect((await add(tooHot(), crowd)).body).toMatchObject({ code: 'limit_reached' });
  });

  test('of another account are not to be read, changed, deleted, restored or muted', async () => {
    const { body } = await add(tooHot());
    const path = `/api/alert-rules/${body.id}`;
    for (const other of [stranger, manager]) {
      expect((await rulesOf(other)).some(({ id }) => id === body.id)).toBe(false);
      const responses = [
        await other.api('PUT', path, tooHot()),
        await other.api('PATCH', path, { enabled: false }),
        await other.api('POST', `${path}/mute`, { minutes: 5 }),
        await other.api('DELETE', path),
      ];
      expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    }
    await owner.api('DELETE', path);
    expect((await stranger.api('POST', `${path}/restore`)).status).toBe(404);
  });
});

describe('alerts', () => {
  let made: { rule: number; id: number };
  beforeAll(async () => {
    made = await activeAlert();
  });

  test('have what is wrong, since when, and what became of them', async () => {
    const { alerts, active } = await listed(owner, `rule=${made.rule}`);
    expect(alerts).toMatchObject([
      { id: made.id, ruleId: made.rule, espid, state: 'active', kind: 'limit', key: 'temp', value: 35, limit: 30 },
    ]);
    expect(active.warning).toBeGreaterThanOrEqual(1);
    const { body } = await owner.api('GET', `/api/alerts/${made.id}`);
    expect(alertDetails.parse(body).changes).toMatchObject([{ to: 'active', by: null, text: alerts[0]?.text }]);
  });

  test('are seen by those who may see the device, and by nobody else', async () => {
    for (const user of [viewer, operator, manager]) {
      expect((await listed(user)).alerts.map(({ id }) => id)).toContain(made.id);
      expect((await user.api('GET', `/api/alerts/${made.id}`)).status).toBe(200);
    }
    expect((await listed(stranger)).alerts).toEqual([]);
    expect((await listed(stranger, `espid=${espid}&show=history`)).alerts).toEqual([]);
    expect((await stranger.api('GET', `/api/alerts/${made.id}`)).status).toBe(404);
    expect((await stranger.api('GET', '/api/alerts/csv')).body.trim().split('\r\n')).toHaveLength(1);
  });

  test('are not acknowledged or muted by those who may only look, nor by strangers', async () => {
    for (const [path, body] of [
      ['/api/alerts/acknowledge', { ids: [made.id] }],
      ['/api/alerts/mute', { ids: [made.id], minutes: 5 }],
    ] as const) {
      expect((await viewer.api('POST', path, body)).body).toMatchObject({ code: 'forbidden' });
      expect((await stranger.api('POST', path, body)).body).toEqual({ alerts: [] });
    }
    expect((await listed(owner, `rule=${made.rule}`)).alerts).toMatchObject([{ state: 'active', mutedUntil: null }]);
  });

  test('are acknowledged and muted once, by those who may operate; who it was is for managers', async () => {
    const muted = await operator.api('POST', '/api/alerts/mute', { ids: [made.id], minutes: 60 });
    expect(muted.body.alerts).toMatchObject([{ id: made.id, state: 'active' }]);
    const begunAt = Date.now();
    const first = await operator.api('POST', '/api/alerts/acknowledge', { ids: [made.id, 2_000_000_000] });
    expect(first.body.alerts).toMatchObject([{ id: made.id, state: 'acknowledged', acknowledgedBy: null }]);
    expect(first.body.alerts[0].acknowledgedAt).toBeGreaterThanOrEqual(begunAt);
    expect((await owner.api('POST', '/api/alerts/acknowledge', { ids: [made.id] })).body).toEqual({ alerts: [] });
    for (const [user, by] of [
      [owner, operator.email],
      [manager, operator.email],
      [viewer, null],
    ] as const) {
      const { body } = await user.api('GET', `/api/alerts/${made.id}`);
      expect(body.acknowledgedBy).toBe(by);
      expect(body.changes.slice(1)).toMatchObject([
        { to: 'muted', by },
        { to: 'acknowledged', by },
      ]);
    }
    expect((await viewer.api('GET', '/api/alerts/csv?show=history')).body).not.toContain(operator.email);
    expect((await owner.api('GET', '/api/alerts/csv?show=history')).body).toContain(operator.email);
  });

  test('of devices in maintenance: who may operate them puts them there and ends it, others do not', async () => {
    const hour = { from: null, until: Date.now() + 3_600_000, weekly: false };
    const begin = (user: TestUser, scope: object) => user.api('POST', '/api/maintenance', { scope, ...hour });
    const devices = (...espids: string[]) => ({ kind: 'devices', espids });
    expect((await begin(viewer, devices(espid))).body).toMatchObject({ code: 'forbidden' });
    expect((await begin(stranger, devices(espid))).body).toMatchObject({ code: 'not_found' });
    expect((await begin(operator, devices(espid, foreign))).body).toMatchObject({ code: 'not_found' });
    const begun = await begin(operator, devices(espid));
    expect(begun.status).toBe(201);
    const { windows, devices: covered } = maintenanceList.parse(begun.body);
    expect(windows).toMatchObject([{ scope: devices(espid), devices: 1, mayEnd: true }]);
    expect(covered).toMatchObject([{ espid, until: hour.until }]);
    const path = `/api/maintenance/${windows[0]?.id}`;
    const of = async (user: TestUser) => maintenanceList.parse((await user.api('GET', '/api/maintenance')).body);
    expect(await of(viewer)).toMatchObject({ windows: [{ mayEnd: false }], devices: [{ espid }] });
    expect(await of(stranger)).toEqual({ windows: [], devices: [] });
    expect((await viewer.api('POST', `${path}/end`)).status).toBe(403);
    expect((await viewer.api('DELETE', path)).status).toBe(403);
    expect((await stranger.api('POST', `${path}/end`)).status).toBe(404);
    expect((await stranger.api('DELETE', path)).status).toBe(404);
    expect((await owner.api('POST', `${path}/end`)).body).toEqual({ windows: [], devices: [] });
    // What the owner's tags and groups are is nothing for those with whom a device is shared.
    const own = (await begin(owner, { kind: 'tag', tag: 'any' })).body.windows[0];
    expect((await of(manager)).windows).toEqual([]);
    expect((await manager.api('DELETE', `/api/maintenance/${own.id}`)).status).toBe(404);
    expect((await owner.api('DELETE', `/api/maintenance/${own.id}`)).status).toBe(204);
  });

  test('of a maintenance for several devices, one of which is gone: who may operate the others ends it', async () => {
    const second = nextEspid();
    await server.board({ espid: second, username: `${owner.email}/${await owner.connectionKey()}` });
    await share(operator, 'operator', second);
    const scope = { kind: 'devices', espids: [espid, second] };
    const times = { from: null, until: Date.now() + 3_600_000, weekly: false };
    const begun = await operator.api('POST', '/api/maintenance', { scope, ...times });
    expect((await owner.api('DELETE', `/api/device/${second}`)).status).toBeLessThan(300);
    const { body } = await operator.api('POST', `/api/maintenance/${begun.body.windows[0]?.id}/end`);
    expect(body).toEqual({ windows: [], devices: [] });
  });

  test('are cleared when the value is back, and notify open pages of those who see them', async () => {
    const pages = await Promise.all(
      [owner, viewer, stranger].map((user) => LiveSocket.open(server.http, user.token, [espid])),
    );
    await measure(20);
    await expect.poll(async () => (await listed(owner, `rule=${made.rule}&show=open`)).alerts).toEqual([]);
    for (const page of pages.slice(0, 2)) expect(await page.next('alerts')).toEqual({ type: 'alerts' });
    expect(pages[2]?.received.filter(({ type }) => type === 'alerts')).toEqual([]);
    expect((await listed(owner, `rule=${made.rule}&show=history`)).alerts).toMatchObject([{ state: 'cleared' }]);
    expect((await owner.api('POST', '/api/alerts/acknowledge', { ids: [made.id] })).body).toEqual({ alerts: [] });
    for (const page of pages) page.socket.close();
  });

  test('of a rule that is deleted are cleared, and keep their history', async () => {
    const { rule, id } = await activeAlert();
    await owner.api('DELETE', `/api/alert-rules/${rule}`);
    await expect.poll(async () => (await owner.api('GET', `/api/alerts/${id}`)).body.state).toBe('cleared');
    const { body } = await owner.api('GET', `/api/alerts/${id}`);
    expect(body).toMatchObject({ ruleId: null });
    expect(body.changes.at(-1)).toMatchObject({ to: 'cleared', text: 'The rule was deleted.' });
  });

  test('are listed in pages, newest first', async () => {
    const all = (await listed(owner, 'show=history')).alerts.map(({ id }) => id);
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    const first = await listed(owner, 'show=history&limit=1');
    expect(first).toMatchObject({ more: true, alerts: [{ id: all[0] }] });
    const second = await listed(owner, `show=history&limit=1&before=${all[0]}`);
    expect(second.alerts.map(({ id }) => id)).toEqual([all[1]]);
  });

  test('as CSV have no cell that a spreadsheet takes for a formula', async () => {
    await owner.api('PATCH', `/api/device/${espid}`, { name: '=1+1' });
    const response = await owner.api('GET', '/api/alerts/csv?show=history');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="cyno-alerts.csv"');
    const [header, line] = (response.body as string).split('\r\n');
    expect(header).toMatch(/^time,cleared,device,espid,severity,state/);
    expect(line).toContain(`,"'=1+1",`);
  });
});

describe('a dry run', () => {
  const dryRun = (body: object, user = owner) => user.api('POST', '/api/alert-rules/dry-run', body);

  test('of a device that is not the account’s is none', async () => {
    const { condition } = tooHot();
    for (const user of [stranger, manager])
      expect((await dryRun({ espid, condition, days: 1 }, user)).status).toBe(404);
    expect((await dryRun({ espid: foreign, condition, days: 1 })).status).toBe(404);
  });

  test('finds when it would have alerted', async () => {
    const other = nextEspid();
    const username = `${owner.email}/${await owner.connectionKey()}`;
    // One that has sent little stores all that it sends, however fast.
    const { board: fresh } = await server.board({ espid: other, username, keepalive: 3_600 });
    for (const dry of [20, 31, 20]) await fresh.puback(fresh.publish('data/update', JSON.stringify({ dry }), 1));
    const { condition } = tooHot({ key: 'dry', threshold: 30.5 });
    const run = async () => alertDryRun.parse((await dryRun({ espid: other, condition, days: 1 })).body);
    const alerts = [{ text: 'dry was 31, above 30.5.', clearedAt: expect.any(Number) }];
    // The last message may be of this very millisecond.
    await expect.poll(run).toMatchObject({ count: 1, alerts });
    const found = await run();
    expect(found.series.length).toBeGreaterThan(0);
    expect(found.note).toBeNull();
  });

  test.each([
    [{ kind: 'change', key: 'temp', direction: 'either', amount: 1e6, seconds: 60 }],
    [{ kind: 'stuck', key: 'temp', tolerance: 0, seconds: 86_400 }],
    [{ kind: 'forecast', key: 'temp', comparison: '>', threshold: 1e6, withinSeconds: 3_600 }],
    [{ kind: 'unusual', key: 'temp', times: 4, forSeconds: 0 }],
    [{ kind: 'silent', seconds: null }],
    [{ kind: 'silent', seconds: 60 }],
    [{ kind: 'signal', threshold: -80, forSeconds: 0 }],
    [{ kind: 'command-failed' }],
    [{ kind: 'update-failed' }],
  ])('of %j finds nothing wrong', async (condition) => {
    expect(alertDryRun.parse((await dryRun({ espid, condition, days: 366 })).body).count).toBe(0);
  });
});
