import type { AutomationState } from '@cyno/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tooHot } from '../../../../test/alerts.ts';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';

let server: TestServer;
let owner: TestUser;
let stranger: TestUser;
let board: TestBoard;
/** Of the owner; the second one sends `soil`. */
const espid = 'ESP8266-2802776_ECFABC2AC458';
const second = 'ESP8266-2802777_ECFABC2AC459';
const foreign = 'ESP32-D0WDQ6-100_0badcafe';

beforeAll(async () => {
  server = await startTestServer({ BILLING: 'manual' });
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
  const username = `${owner.email}/${await owner.connectionKey()}`;
  board = (await server.board({ espid, username, keepalive: 3_600 })).board;
  const { board: other } = await server.board({ espid: second, username, keepalive: 3_600 });
  const theirs = `${stranger.email}/${await stranger.connectionKey()}`;
  const { board: notOurs } = await server.board({ espid: foreign, username: theirs, keepalive: 3_600 });
  for (const one of [board, other, notOurs]) {
    one.publish('data/update', '{"soil":20,"temp":21.5,"mode":"auto"}');
    await one.message('data/update');
  }
});
afterAll(() => server.stop());
beforeEach(async () => {
  for (const { id } of (await state()).automations) await owner.api('DELETE', path(`/${id}`));
});

const path = (rest = '', id = espid) => `/api/device/${encodeURIComponent(id)}/automations${rest}`;
const state = async (id = espid, who = owner): Promise<AutomationState> => (await who.api('GET', path('', id))).body;
const d1 = { kind: 'output', pin: 'D1', mode: 'digit', value: 1 };
const led = { kind: 'event', name: 'led', value: '1' };
const timer = (more: object = {}) => ({
  kind: 'timer',
  at: { type: 'time', secondOfDay: 60 },
  repeat: { type: 'daily' },
  action: d1,
  ...more,
});
const condition = (more: object = {}) => ({
  espid,
  key: 'temp',
  comparison: '>',
  threshold: 30,
  release: null,
  ...more,
});
const onlyIf = (more: object) => ({
  kind: 'if',
  condition: { kind: 'joined', conditions: [], activeHours: null, ...more },
});
const rule = (more: object = {}) => ({
  kind: 'rule',
  conditions: [condition()],
  forSeconds: 0,
  action: d1,
  back: null,
  limit: null,
  activeHours: null,
  ...more,
});
const request = (definition: object, more: object = {}) => ({ name: null, enabled: true, definition, ...more });
const post = (definition: object, who = owner, id = espid) => who.api('POST', path('', id), request(definition));

describe('what cannot be done is refused with a sentence, and nothing is sent', () => {
  const lastYear = new Date(Date.now() - 365 * 24 * 3_600_000).toISOString().slice(0, 10);
  test.each<[string, object, string | null]>([
    ['a pin that the chip does not have', timer({ action: { ...d1, pin: '5' } }), 'no pin "5"'],
    ['a pin name with a colon', timer({ action: { ...d1, pin: 'D1:digit' } }), null],
    ['a digital 2', timer({ action: { ...d1, value: 2 } }), '0 to 1'],
    ['256 of 255', timer({ action: { ...d1, mode: 'pwm', value: 256 } }), '0 to 255'],
    ['an analogue output of an ESP8266', timer({ action: { ...d1, mode: 'DAC' } }), 'no analogue output'],
    ['an event with an empty value', timer({ action: { ...led, value: '' } }), null],
    ['an event with a colon in its value', timer({ action: { ...led, value: '1:2' } }), 'no colon'],
    ['an event with a comma in its value', timer({ action: { ...led, value: '1,60:e:g:D1:d:1' } }), 'comma'],
    ['an event with a control character', timer({ action: { ...led, value: 'a\u0000' } }), 'in one line'],
    ['an event name with a comma', timer({ action: { ...led, name: 'a,b' } }), 'without colon and comma'],
    ['a second after the day', timer({ at: { type: 'time', secondOfDay: 86_400 } }), null],
    ['no day of the week', timer({ repeat: { type: 'weekly', days: [] } }), null],
    ['a day twice', timer({ repeat: { type: 'weekly', days: [1, 1] } }), null],
    ['a date that does not exist', timer({ repeat: { type: 'once', date: '2026-02-30' } }), null],
    ['a time that is over', timer({ repeat: { type: 'once', date: lastYear } }), 'Choose a later date'],
    ['a variable that the board never sent', rule({ conditions: [condition({ key: 'nothing' })] }), 'has not sent'],
    ['a variable that is text', rule({ conditions: [condition({ key: 'mode' })] }), 'compare numbers'],
    ['a device of somebody else', rule({ conditions: [condition({ espid: foreign })] }), 'no device'],
    ['a device that nobody has', rule({ conditions: [condition({ espid: 'nobody' })] }), 'no device'],
    ['no condition', rule({ conditions: [] }), null],
    [
      'a device of somebody else in a group',
      rule({ groups: [[condition(), condition({ espid: foreign })]] }),
      'no device',
    ],
    ['no condition, but an empty list of groups', rule({ conditions: [], groups: [] }), 'Add a condition'],
    ['a group of one', rule({ groups: [[condition()]] }), 'at least two'],
    ['a group of five', rule({ groups: [Array(5).fill(condition())] }), 'at most 4'],
    ['five groups', rule({ groups: Array(5).fill([condition(), condition()]) }), 'at most 4'],
    ['neither all nor any', rule({ match: 'most' }), 'all conditions must hold'],
    ['a step of a pin that the chip does not have', timer({ next: [{ ...d1, pin: '5' }] }), 'no pin "5"'],
    [
      'a step that reads a device of somebody else',
      timer({ next: [{ kind: 'if', condition: condition({ espid: foreign }) }] }),
      'no device',
    ],
    [
      'a step that reads a device of somebody else in a group',
      timer({ next: [onlyIf({ groups: [[condition(), condition({ espid: foreign })]] })] }),
      'no device',
    ],
    [
      'a step that reads an alert rule of nobody',
      rule({ otherwise: [onlyIf({ conditions: [{ kind: 'alert', ruleId: 99, espid: null, state: 'active' }] })] }),
      'no such alert rule',
    ],
    ['a step that looks at nothing', timer({ next: [onlyIf({})] }), 'Add a condition'],
    ['a step with a scene of nobody', rule({ otherwise: [{ kind: 'scene', sceneId: 99 }] }), 'no such scene'],
    ['a pause of two days', timer({ next: [{ kind: 'wait', seconds: 172_800 }] }), 'to a day'],
    ['sixteen further steps', timer({ next: Array(16).fill(led) }), 'At most 15'],
    ['another operator', rule({ conditions: [condition({ comparison: '=' })] }), null],
    ['a release on the wrong side', rule({ conditions: [condition({ release: 31 })] }), 'below 30'],
    [
      'a release of an equality',
      rule({ conditions: [condition({ comparison: '==', release: 1 })] }),
      'Only "above" and "below"',
    ],
    ['an end that the pin cannot be', rule({ back: 7 }), '0 to 1'],
    ['an end of another kind', rule({ back: 'off' }), 'whole number'],
    ['an end that is no other value', rule({ limit: { seconds: 5, value: 1 } }), 'another value'],
    ['an event that ends with a comma', rule({ action: led, back: 'a,b' }), 'comma'],
  ])('%s', async (_, definition, text) => {
    const responses = [
      await post(definition),
      await owner.api('POST', path('/preview'), { definition }),
      await owner.api('POST', path('/dry-run'), { definition, days: 1 }),
    ];
    const [saved, previewed] = responses.map(({ status, body }) => [status, body]);
    expect([saved?.[0], previewed?.[0]]).toEqual([400, 400]);
    expect(saved?.[1].error).toMatch(/(^|: )[A-Z"][^:]*\.$/);
    if (text !== null) expect(saved?.[1].error).toContain(text);
    expect((await state()).automations).toEqual([]);
    expect(board.received.some((one) => one.cmd === 'publish' && /(timer|automation)$/.test(one.topic))).toBe(false);
  });
});

describe('another account', () => {
  test('reads, changes and removes nothing, also not through a device of its own', async () => {
    const { body: mine } = await post(timer());
    expect((await stranger.api('GET', path())).status).toBe(404);
    for (const id of [espid, foreign]) {
      for (const [method, body] of [
        ['PUT', request(timer({ action: led }))] as const,
        ['PATCH', { enabled: false }] as const,
        ['DELETE', undefined] as const,
      ]) {
        expect((await stranger.api(method, path(`/${mine.id}`, id), body)).status, `${method} ${id}`).toBe(404);
      }
      const preview = { definition: timer({ action: led }), id: mine.id };
      expect((await stranger.api('POST', path('/preview', id), preview)).status).toBe(404);
    }
    expect((await state()).automations).toEqual([mine]);
    expect((await state(foreign, stranger)).automations).toEqual([]);
  });

  test('is not read by a rule whose device it came to own', async () => {
    const reader = rule({ conditions: [condition({ espid: second, key: 'soil' })] });
    const { body: made } = await post(reader);
    expect((await state(second)).readers).toMatchObject([{ id: made.id, espid }]);
    expect((await state(foreign, stranger)).readers).toEqual([]);
  });

  test('an automation of one device is none of another', async () => {
    const { body: mine } = await post(timer());
    expect((await owner.api('DELETE', path(`/${mine.id}`, second))).status).toBe(404);
    expect((await owner.api('PUT', path(`/${mine.id}`, second), request(timer()))).status).toBe(404);
  });
});

describe('several devices, and alerts', () => {
  const several = (scope: object, more: object = {}) =>
    rule({ conditions: [{ ...condition(), espid: undefined, kind: 'devices', match: 'any', scope, ...more }] });
  const onAlert = (ruleId: number, more: object = {}) =>
    rule({ conditions: [{ kind: 'alert', ruleId, espid: null, state: 'active', ...more }] });
  const addAlertRule = async (who: TestUser): Promise<number> =>
    (await who.api('POST', '/api/alert-rules', tooHot())).body.id;
  const share = async (user: TestUser, id: string, from: TestUser) => {
    await from.api('POST', `/api/device/${id}/shares`, { email: user.email, role: 'manager', expiresAt: null });
    const [offer] = (await user.api('GET', '/api/offers')).body.offers;
    expect((await user.api('POST', `/api/offers/${offer.id}/accept`)).status).toBe(200);
  };

  test('are watched by the server, which says why, and shown at the devices that are found', async () => {
    await owner.api('PATCH', `/api/device/${encodeURIComponent(second)}`, { tags: ['north'] });
    const { status, body } = await post(several({ kind: 'tag', tag: 'North' }));
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.placement.reason).toBe('Runs on the server: it watches several devices.');
    expect((await state(second)).readers).toMatchObject([{ id: body.id }]);
    const alertRule = await addAlertRule(owner);
    const { body: alerted } = await post(onAlert(alertRule, { espid: second }));
    expect(alerted.placement.reason).toBe('Runs on the server: the board knows no alerts.');
    const dryRun = { definition: onAlert(alertRule), days: 1 };
    expect((await owner.api('POST', path('/dry-run'), dryRun)).body).toMatchObject({ count: 0, series: [] });
    const refused = await owner.api('DELETE', `/api/alert-rules/${alertRule}`);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: 'The rule is read by "an active alert". Change or delete that automation first.' },
    });
    await owner.api('DELETE', path(`/${alerted.id}`));
    expect((await owner.api('DELETE', `/api/alert-rules/${alertRule}`)).status).toBe(204);
    expect((await post(onAlert(alertRule))).body.error).toMatch(/no such alert rule/);
  });

  test('of another account are not reached by a list, a tag, a group or an alert rule', async () => {
    const { body: group } = await stranger.api('POST', '/api/device-groups', { name: 'House', hue: 1 });
    const refusals: [object, string][] = [
      [several({ kind: 'devices', espids: [espid, foreign] }), 'no device'],
      [several({ kind: 'group', groupId: group.id ?? 1 }), 'owner'],
      [several({ kind: 'tag', tag: 'nowhere' }), 'None of these devices'],
      [several({ kind: 'all' }, { key: 'nothing' }), 'None of these devices'],
      [several({ kind: 'all' }, { key: 'mode' }), 'is a text'],
      [onAlert(await addAlertRule(stranger)), 'no such alert rule'],
      [onAlert(await addAlertRule(owner), { espid: foreign }), 'no device'],
    ];
    for (const [definition, reason] of refusals) {
      const { status, body } = await post(definition);
      expect([status, body.error], JSON.stringify(definition)).toEqual([400, expect.stringContaining(reason)]);
    }
  });

  test('are not found through the device of somebody else, also by who manages it, and nothing is when the share ends', async () => {
    await share(owner, foreign, stranger);
    const alertRule = await addAlertRule(owner);
    for (const definition of [several({ kind: 'all' }), several({ kind: 'tag', tag: 'north' }), onAlert(alertRule)]) {
      expect((await post({ ...definition, action: led }, owner, foreign)).body.error).toMatch(
        /Only the device's owner/,
      );
    }
    expect((await post({ ...several({ kind: 'devices', espids: [espid] }), action: led }, owner, foreign)).status).toBe(
      400,
    );
    const { body: made } = await post(
      { ...several({ kind: 'devices', espids: [foreign] }), action: led },
      owner,
      foreign,
    );
    expect(made.espid).toBe(foreign);
    const { shares } = (await stranger.api('GET', `/api/device/${foreign}/shares`)).body;
    await stranger.api('DELETE', `/api/device/${foreign}/shares/${shares[0].id}`);
    expect((await post(several({ kind: 'devices', espids: [foreign] }))).status).toBe(400);
    expect(
      (await post({ ...several({ kind: 'devices', espids: [foreign] }), action: led }, owner, foreign)).status,
    ).toBe(404);
    await stranger.api('DELETE', path(`/${made.id}`, foreign));
  });

  test('that are not shared with who manages one have no id for them, and what they save keeps it', async () => {
    const manager = await server.signup('manager@example.com');
    await share(manager, espid, owner);
    const hidden = condition({ espid: second, key: 'soil' });
    const definition = several({ kind: 'devices', espids: [espid, second] }, { key: 'soil' });
    definition.conditions.push(condition(), hidden);
    const { body: made } = await post({ ...definition, next: [{ kind: 'if', condition: hidden }] });
    const seen = (await state(espid, manager)).automations[0]?.definition;
    expect(seen).toMatchObject({ conditions: [{}, { espid }, { espid: 'another device', key: 'soil' }] });
    const save = (more: object) =>
      manager.api('PUT', path(`/${made.id}`), { name: null, enabled: true, definition: seen, ...more });
    const renamed = await save({ name: 'Renamed', enabled: false });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Renamed', enabled: false } });
    expect(JSON.stringify([seen, renamed])).not.toContain(second);
    expect((await state()).automations).toMatchObject([{ name: 'Renamed', definition: made.definition }]);
    // With another condition beside it, each run would report what the hidden device measures.
    const changed = { ...seen, conditions: seen?.kind === 'rule' ? seen.conditions.slice(2) : [] };
    for (const refused of [
      await save({ enabled: true }),
      await manager.api('PATCH', path(`/${made.id}`), { enabled: true }),
      await save({ definition: changed }),
      await manager.api('POST', path(), request(changed)),
      await manager.api('POST', path('/preview'), { definition: seen, id: made.id }),
      await manager.api('POST', path('/dry-run'), { definition: seen, days: 1 }),
    ]) {
      expect(refused).toMatchObject({ status: 400, body: { reason: 'device_hidden' } });
      expect(JSON.stringify(refused)).not.toContain(second);
    }
    // Who guesses the id learns nothing either.
    const guessed = await save({ definition: rule({ conditions: [hidden] }) });
    expect(guessed).toMatchObject({ status: 400, body: { reason: 'device_not_yours' } });
    expect((await save({ definition: rule() })).status).toBe(200);
  });
});

test('a deletion can be undone for a day, by those who may change it', async () => {
  const { body: made } = await post(
    timer({
      next: [
        { kind: 'wait', seconds: 60 },
        { ...d1, value: 0 },
      ],
    }),
  );
  const restore = (who = owner, id = espid) => who.api('POST', path(`/${made.id}/restore`, id));
  expect((await restore()).status).toBe(404);
  await owner.api('DELETE', path(`/${made.id}`));
  for (const response of [await restore(stranger), await restore(stranger, foreign), await restore(owner, second)])
    expect(response.status).toBe(404);
  expect(await restore()).toMatchObject({ status: 200, body: made });
  expect((await state()).automations).toEqual([made]);

  await owner.api('DELETE', path(`/${made.id}`));
  await server.database.pool.query('UPDATE automations SET deleted_at = deleted_at - 86400000 WHERE id = $1', [
    made.id,
  ]);
  expect(await restore()).toMatchObject({
    status: 404,
    body: { error: expect.stringContaining('deleted automation') },
  });
});

test('what a deleted rule had still to end is ended as it was when that is restored', async () => {
  const { body: made } = await post(rule({ back: 0 }));
  await owner.api('DELETE', path(`/${made.id}`));
  const { rows } = await server.database.pool.query<{ id: number }>(
    `INSERT INTO automation_runs (automation_id, phase, due_at, at, outcome, why, result)
     SELECT id, 'back', updated_at, updated_at, 'sent', '', '' FROM automations WHERE id = $1 RETURNING id`,
    [made.id],
  );
  expect((await owner.api('POST', path(`/${made.id}/restore`))).status).toBe(200);
  const stored = await server.database.pool.query('SELECT action FROM automation_runs WHERE id = $1', [rows[0]?.id]);
  expect(stored.rows).toEqual([{ action: { ...d1, value: 0 } }]);
});

test('what could not be switched on comes back switched off', async () => {
  const { body: made } = await post(rule({ conditions: [condition({ espid: second, key: 'soil' })] }));
  await owner.api('DELETE', path(`/${made.id}`));
  await owner.api('DELETE', `/api/device/${encodeURIComponent(second)}`);
  const restored = await owner.api('POST', path(`/${made.id}/restore`));
  expect(restored).toMatchObject({ status: 200, body: { id: made.id, enabled: false } });
  await owner.api('POST', `/api/device/${encodeURIComponent(second)}/restore`);
});

test('a rule whose device or variable is gone can still be named and switched off, but not on again', async () => {
  const { body: made } = await post(rule({ conditions: [condition({ espid: second, key: 'soil' })] }));
  await owner.api('DELETE', `/api/device/${encodeURIComponent(second)}`);
  const renamed = await owner.api('PUT', path(`/${made.id}`), request(made.definition, { name: 'Watering' }));
  expect(renamed.body).toMatchObject({ name: 'Watering', enabled: true });
  const off = await owner.api('PUT', path(`/${made.id}`), request(made.definition, { enabled: false }));
  expect(off.body).toMatchObject({ enabled: false, active: null });
  expect((await owner.api('PUT', path(`/${made.id}`), request(made.definition))).status).toBe(400);
  expect((await owner.api('PATCH', path(`/${made.id}`), { enabled: true })).status).toBe(400);
  await owner.api('POST', `/api/device/${encodeURIComponent(second)}/restore`);
  expect((await owner.api('PUT', path(`/${made.id}`), request(made.definition))).status).toBe(200);
});

test('the preview shows where it would run, what is likely not meant, and changes nothing', async () => {
  board.publish('info', '{"ip":"10.0.0.2","ssid":"net","RSSI":"-60","v":"1.0.8"}');
  await board.message('info');
  const preview = async (definition: object, id?: number) =>
    (await owner.api('POST', path('/preview'), { definition, id })).body;
  await expect
    .poll(() => preview(timer()))
    .toMatchObject({
      placement: { where: 'board', delivered: false },
      timers: { count: 1, bytes: 13 },
      rules: { count: 0, bytes: 0 },
      warnings: [],
    });
  const requestedAt = Date.now();
  expect((await preview(timer())).nextAt).toBeGreaterThan(requestedAt);
  expect(await preview(rule())).toMatchObject({
    placement: { where: 'board' },
    rules: { count: 1 },
    warnings: [expect.stringContaining('with each measurement')],
  });
  const { body: made } = await post(rule());
  const noGap = rule({ conditions: [condition({ comparison: '<=' })], action: { ...d1, value: 0 } });
  expect(await preview(noGap)).toMatchObject({
    placement: { where: 'server' },
    warnings: [expect.stringContaining('Leave a gap')],
    warningReports: [{ code: 'contradicts', target: 'D1' }],
  });
  // In the place of the one that it would contradict there is nothing to contradict.
  expect((await preview(noGap, made.id)).placement.where).toBe('board');
  const sun = timer({ at: { type: 'sun', event: 'sunset', offsetMinutes: 0 } });
  expect((await preview(sun)).warnings).toEqual([expect.stringContaining('no location')]);
  const exactly = (threshold: number) =>
    rule({ conditions: [condition({ comparison: '==', threshold })], forSeconds: 5 });
  expect((await preview(exactly(21.5))).warnings).toContainEqual(expect.stringContaining('hardly ever exactly 21.5'));
  expect((await preview(exactly(21))).warnings).not.toContainEqual(expect.stringContaining('hardly ever'));
  expect((await state()).automations).toHaveLength(1);
});

test('one is changed in parts, so that its switch and an edit leave each other as they are', async () => {
  const { body: made } = await post(timer());
  const patch = (part: object) => owner.api('PATCH', path(`/${made.id}`), part);
  const edit = { name: 'Morning', definition: timer({ action: led }) };
  const responses = await Promise.all([edit, { enabled: false }].map(patch));
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect((await state()).automations).toMatchObject([{ ...edit, enabled: false }]);
  expect((await patch({ definition: timer({ action: { ...d1, pin: '5' } }) })).status).toBe(400);
  expect((await patch({ enabled: true })).body).toMatchObject({ ...edit, enabled: true });
  expect((await owner.api('PATCH', path(`/${made.id}`, second), { enabled: false })).status).toBe(404);
});

test('one that is changed keeps its place among the others', async () => {
  await post(timer());
  await post(rule());
  const [first] = (await state()).automations;
  await owner.api('PUT', path(`/${first?.id}`), request(timer(), { name: 'Changed' }));
  expect((await state()).automations.map(({ name }) => name === 'Changed')).toEqual([true, false]);
});

test('a rule with alternatives is stored as it was sent, and shown at all that it reads', async () => {
  const groups = [[condition(), condition({ espid: second, key: 'soil' })]];
  const definition = rule({ match: 'any', groups, conditions: [condition({ threshold: 40 })] });
  const { status, body } = await post(definition);
  expect([status, body.definition]).toEqual([201, definition]);
  expect(body.placement).toMatchObject({ where: 'server', reason: expect.stringContaining('with "or"') });
  const { body: of } = await owner.api('GET', path('', second));
  expect(of.readers.map(({ id }: { id: number }) => id)).toEqual([body.id]);
});

test('an automation with steps runs on the server, and is shown at the devices that its steps read', async () => {
  const { espid: _, ...soil } = condition({ key: 'soil' });
  const next = [
    led,
    { kind: 'wait', seconds: 60 },
    { kind: 'if', condition: condition() },
    onlyIf({
      conditions: [{ kind: 'devices', scope: { kind: 'all' }, match: 'any', ...soil }],
      activeHours: { from: 0, to: 60, days: [1] },
    }),
    led,
  ];
  const { status, body } = await post(timer({ next }));
  expect([status, body.definition.next]).toEqual([201, next]);
  expect(body.placement).toMatchObject({ where: 'server', reason: expect.stringContaining('one thing only') });
  const { body: of } = await owner.api('GET', path('', second));
  expect(of.readers.map(({ id }: { id: number }) => id)).toEqual([body.id]);
});

test('browsers that watch the device are notified, and others not', async () => {
  const [live, other] = await Promise.all([
    LiveSocket.open(server.http, owner.token),
    LiveSocket.open(server.http, stranger.token),
  ]);
  live.send({ type: 'watch', espids: [espid] });
  other.send({ type: 'watch', espids: [espid] });
  for (const one of [live, other]) await one.settled();
  await post(timer());
  expect((await live.next('automation')).espid).toBe(espid);
  expect(other.received.filter(({ type }) => type === 'automation')).toEqual([]);
});

test('the plan defines how many a device may have, and its page shows how many there are', async () => {
  const responses = await Promise.all(Array.from({ length: 7 }, () => post(timer({ action: led }))));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409]);
  const refused = responses.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ code: 'limit_reached', error: expect.stringContaining('5 automations') });
  expect((await state()).allowed).toBe(5);
  expect((await post(timer({ action: led }), owner, second)).status).toBe(201);
  const { body } = await owner.api('GET', '/api/plan');
  expect(body.use).toContainEqual({ limit: 'automationsPerDevice', used: 5, allowed: 5, where: espid });
});
