import { randomUUID } from 'node:crypto';
import type { Command, GuestPass, PassCreated, PublicPass } from '@cyno/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { type HeldTime, holdTime } from '../../../../test/held-time.ts';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';
import { passesRepository } from './passes.repository.ts';

let server: JoinedServer;
let owner: TestUser;
let stranger: TestUser;
let username: string;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
  username = `${owner.email}/${await owner.connectionKey()}`;
});
afterAll(() => server.stop());

let espid: string;
let board: TestBoard;
beforeEach(async () => {
  espid = nextEspid();
  board = (await server.board({ espid, username })).board;
  await owner.api('PUT', path('outputs/D1'), { mode: 'digit', name: 'Garage', locked: true, momentaryMs: null });
});

const path = (rest: string) => `/api/device/${encodeURIComponent(espid)}/${rest}`;
const minute = 60_000;
const request = (change: object = {}) => ({
  name: 'Anna from next door',
  title: 'Garage door',
  target: { kind: 'output', pin: 'D1', mode: 'digit' },
  offers: [
    { value: '1', label: 'Open' },
    { value: '0', label: 'Close' },
  ],
  uses: 2,
  from: null,
  until: Date.now() + minute,
  ...change,
});
const make = async (change: object = {}): Promise<PassCreated> => {
  const { status, body } = await owner.api('POST', path('passes'), request(change));
  expect([status, body.error]).toEqual([201, undefined]);
  return body;
};
const list = async (): Promise<GuestPass[]> => (await owner.api('GET', path('passes'))).body.passes;

/** The board is sent what its owner requests now, and nothing for the pass before. */
async function nothingCame(to = board): Promise<void> {
  await owner.api('POST', path('io'), { pins: [{ pin: 'D5', mode: 'digit', value: 1 }] });
  const texts: string[] = [];
  while (!texts.includes('D5:digit:1')) texts.push((await to.message('io')).text);
  expect(texts.filter((text) => text.startsWith('D1'))).toEqual([]);
}

/** So long a board has to itself between two commands. */
const restMs = 300;

/** No allowance grows, and no command has waited long enough, until the test lets time pass or is over. */
function standStill(): HeldTime {
  const time = holdTime(Date.now(), { date: true });
  onTestFinished(() => time.release());
  return time;
}

let requested = 0;
/** What a guest's browser requests; each call comes from a network of its own. */
async function guest(token: string, method = 'GET', rest = '', body?: unknown) {
  requested += 1;
  const response = await fetch(`${server.http}/api/public/pass${rest}`, {
    method,
    headers: {
      'x-cyno-pass': token,
      'x-forwarded-for': `10.1.${(requested >> 8) & 255}.${requested & 255}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) };
}
const show = async (token: string): Promise<PublicPass> => (await guest(token)).body;
const use = (token: string, value = '1', key: string = randomUUID()) => guest(token, 'POST', '/uses', { value, key });

describe('a guest pass', () => {
  test('operates its one output, reports what became of it, and stands in the history with its name', async () => {
    const { token, pass } = await make();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(pass).toMatchObject({ name: 'Anna from next door', used: 0, uses: 2, state: 'ready' });
    expect(await show(token)).toMatchObject({
      state: 'ready',
      pass: {
        title: 'Garage door',
        target: { name: 'Garage', pin: 'D1', mode: 'digit', reported: null },
        asks: true,
        online: true,
        usesLeft: 2,
        backAfterMs: null,
      },
    });

    const key = randomUUID();
    expect(await use(token, '1', key)).toMatchObject({ status: 202, body: { key, label: 'Open', usesLeft: 1 } });
    expect((await board.message('io')).text).toBe('D1:digit:1');
    board.publish('ioact', 'D1:act:1');
    await expect
      .poll(async () => (await guest(token, 'GET', `/uses/${key}`)).body)
      .toMatchObject({
        state: 'acknowledged',
        answerMs: expect.any(Number),
      });
    const { body } = await owner.api('GET', path('commands?kind=output&target=D1'));
    expect(body.commands[0].actor).toEqual({ kind: 'pass', name: 'Anna from next door' });
    expect(await list()).toMatchObject([{ used: 1, state: 'ready', lastUsedAt: expect.any(Number) }]);
  });

  test('sends an event of the sketch', async () => {
    const event = { label: null, widget: 'button', min: null, max: null, step: null, choices: [], locked: false };
    await owner.api('PUT', path('events/feed'), { ...event, momentary: true });
    const target = { kind: 'event', name: 'feed' };
    const { token } = await make({ target, offers: [{ value: 'now', label: 'Feed' }] });
    expect((await use(token, 'now')).status).toBe(202);
    expect((await board.message('event')).text).toBe('Event:feed:now');
  });

  test('shows guests nothing of the account, the device or for whom it was made', async () => {
    const { token } = await make();
    const responses = [await guest(token), await use(token)];
    for (const { text } of responses) {
      for (const secret of [espid, owner.email, 'Anna']) expect(text).not.toContain(secret);
    }
  });

  test('keeps no token that could be read', async () => {
    const { token } = await make();
    const { rows } = await server.database.pool.query('select * from guest_passes');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(await list())).not.toContain(token);
  });

  test('allows no other value, and a GET never switches', async () => {
    const { token } = await make({ offers: [{ value: '1', label: 'Open' }] });
    expect((await use(token, '0')).status).toBe(400);
    for (const method of ['GET', 'HEAD']) {
      await fetch(`${server.http}/api/public/pass/uses`, { method, headers: { 'x-cyno-pass': token } });
    }
    await fetch(`${server.http}/pass/${token}`, { headers: { accept: 'text/html' } });
    await nothingCame();
    expect((await show(token)).pass?.usesLeft).toBe(2);
  });

  test('cannot be used by a page of another site', async () => {
    const { token } = await make();
    const response = await fetch(`${server.http}/api/public/pass/uses`, {
      method: 'POST',
      headers: { 'x-cyno-pass': token, 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
      body: JSON.stringify({ value: '1', key: randomUUID() }),
    });
    expect(response.status).toBe(403);
  });

  test('opens nothing else: neither as bearer token nor in the query', async () => {
    const { token } = await make();
    for (const address of ['/api/device', path('control'), `${path('control')}?pass=${token}`, '/api/profile']) {
      const headers = { authorization: `Bearer ${token}`, 'x-cyno-pass': token };
      expect((await fetch(`${server.http}${address}`, { headers })).status, address).toBe(401);
    }
  });
});

describe('a use', () => {
  test('counts once however often it is repeated', async () => {
    const { token } = await make();
    const key = randomUUID();
    for (let n = 0; n < 3; n += 1) expect((await use(token, '1', key)).status).toBe(202);
    expect((await show(token)).pass?.usesLeft).toBe(1);
  });

  test('of the last one is exactly one of a hundred at once', async () => {
    const { token, pass } = await make({ uses: 1 });
    const repository = passesRepository(server.database);
    const taken = await Promise.all(
      Array.from({ length: 100 }, () =>
        repository.take({ passId: pass.id, key: randomUUID(), value: '1', at: Date.now() }),
      ),
    );
    expect(taken.filter((one) => one === 'taken')).toHaveLength(1);
    expect(await show(token)).toMatchObject({ state: 'used_up' });
  });

  test('over HTTP is one of a hundred at once, and the board is notified once', async () => {
    const { token } = await make({ uses: 1 });
    const responses = await Promise.all(Array.from({ length: 100 }, () => use(token)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(1);
    expect(statuses.every((status) => [202, 409, 429].includes(status))).toBe(true);
    expect((await board.message('io')).text).toBe('D1:digit:1');
    board.publish('ioact', 'D1:act:1');
    const { body } = await owner.api('GET', path('commands?kind=output&target=D1'));
    // A confirmation that comes too late, on a slow machine, counts as something that the board did by itself.
    const fromPass = body.commands.filter(({ actor }: Command) => actor.kind === 'pass');
    expect(fromPass).toHaveLength(1);
  });

  test('reports what became of it also when its command could not be noted', async () => {
    const { token } = await make();
    const { pool } = server.database;
    await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
    await pool.query('create trigger refuse before update on guest_pass_uses for each row execute function refuse()');
    const key = randomUUID();
    expect(await use(token, '1', key)).toMatchObject({ status: 202, body: { usesLeft: 1 } });
    await pool.query('drop function refuse cascade');
    await board.message('io');
    board.publish('ioact', 'D1:act:1');
    const state = async () => (await guest(token, 'GET', `/uses/${key}`)).body.state;
    await expect.poll(state).toBe('acknowledged');
  });

  test('of which no command is known does not wait for ever', async () => {
    const { token, pass } = await make();
    const key = randomUUID();
    const row = [pass.id, key, Date.now() - minute];
    await server.database.pool.query(
      `insert into guest_pass_uses (pass_id, key, value, at) values ($1, $2, '1', $3)`,
      row,
    );
    expect((await guest(token, 'GET', `/uses/${key}`)).body).toMatchObject({ state: 'expired', answerMs: null });
  });

  test('waits for its board no longer than the pass is good', async () => {
    // Shorter than commands wait otherwise, and never over while the clock stands.
    standStill();
    const { token, pass } = await make({ until: Date.now() + 5_000 });
    expect((await use(token)).status).toBe(202);
    const { rows } = await server.database.pool.query(
      'select expires_at from commands join devices on devices.id = device_id where espid = $1',
      [espid],
    );
    expect(Number(rows[0].expires_at)).toBeLessThanOrEqual(pass.until);
    const late = { passId: pass.id, key: randomUUID(), value: '1', at: pass.until };
    expect(await passesRepository(server.database).take(late)).toMatchObject({ used: 1, untilAt: pass.until });
  });

  test('does not count while the board is offline, and nothing waits for it', async () => {
    const { token } = await make();
    board.destroy();
    await expect.poll(async () => (await show(token)).pass?.online).toBe(false);
    expect(await use(token)).toMatchObject({ status: 409, body: { error: expect.stringContaining('offline') } });
    expect((await show(token)).pass?.usesLeft).toBe(2);
    const back = await server.board({ espid, username });
    await nothingCame(back.board);
  });

  test('does not count when the command was not accepted', async () => {
    const { token } = await make();
    standStill();
    const pressed = Array.from({ length: 20 }, () =>
      owner.api('POST', path('io'), { pins: [{ pin: 'D1', mode: 'digit', value: 1 }] }),
    );
    await Promise.all(pressed);
    expect((await use(token)).status).toBe(429);
    expect((await show(token)).pass?.usesLeft).toBe(2);
  });

  test('is refused when a pass is used too fast', async () => {
    const { token } = await make({ uses: 100 });
    standStill();
    const key = randomUUID();
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await use(token, '1', key)).status);
    expect(statuses).toEqual([...Array(10).fill(202), 429]);
  });
});

describe('a pass is over', () => {
  const after = async (token: string) => ({ passStates: await show(token), used: await use(token) });

  test('when it is revoked, at once', async () => {
    const { token, pass } = await make();
    expect((await owner.api('DELETE', path(`passes/${pass.id}`))).status).toBe(204);
    const { passStates, used } = await after(token);
    expect(passStates).toMatchObject({ state: 'revoked', pass: null });
    expect(used.status).toBe(409);
    expect(await list()).toMatchObject([{ state: 'revoked' }]);
  });

  test('and takes back what waits for the board', async () => {
    const { token, pass } = await make();
    const time = standStill();
    await owner.api('POST', path('io'), { pins: [{ pin: 'D2', mode: 'digit', value: 1 }] });
    await time.pass(restMs);
    expect((await board.message('io')).text).toBe('D2:digit:1');
    const key = randomUUID();
    expect((await use(token, '1', key)).body.state).toBe('queued');
    await owner.api('DELETE', path(`passes/${pass.id}`));
    expect((await guest(token, 'GET', `/uses/${key}`)).body.state).toBe('failed');
    time.release();
    board.publish('ioact', 'D2:act:1');
    await nothingCame();
  });

  test('cancels its own commands, and not those of another pass of the same name', async () => {
    await owner.api('PUT', path('outputs/D3'), { mode: 'digit', name: 'Lamp', locked: false, momentaryMs: null });
    const garage = await make();
    const lamp = await make({ target: { kind: 'output', pin: 'D3', mode: 'digit' } });
    expect(lamp.pass.name).toBe(garage.pass.name);
    const time = standStill();
    await owner.api('POST', path('io'), { pins: [{ pin: 'D2', mode: 'digit', value: 1 }] });
    await time.pass(restMs);
    expect((await board.message('io')).text).toBe('D2:digit:1');
    const [first, second] = [randomUUID(), randomUUID()];
    expect((await use(garage.token, '1', first)).body.state).toBe('queued');
    expect((await use(lamp.token, '1', second)).body.state).toBe('queued');
    await owner.api('DELETE', path(`passes/${garage.pass.id}`));
    expect((await guest(garage.token, 'GET', `/uses/${first}`)).body.state).toBe('failed');
    expect((await guest(lamp.token, 'GET', `/uses/${second}`)).body.state).toBe('queued');
    time.release();
    board.publish('ioact', 'D2:act:1');
    expect((await board.message('io')).text).toBe('D3:digit:1');
  });

  test('cancels what a guest requested while it was revoked', async () => {
    const { token, pass } = await make();
    const time = standStill();
    await owner.api('POST', path('io'), { pins: [{ pin: 'D2', mode: 'digit', value: 1 }] });
    await time.pass(restMs);
    expect((await board.message('io')).text).toBe('D2:digit:1');
    // As if the owner had revoked it between the use that was counted and its command.
    const { pool } = server.database;
    await pool.query(`create function revoke_now() returns trigger language plpgsql as $$ begin
      update guest_passes set revoked_at = 1 where id = new.pass_id; return new; end $$`);
    await pool.query(
      'create trigger revoke_now before update on guest_pass_uses for each row execute function revoke_now()',
    );
    const key = randomUUID();
    await use(token, '1', key);
    await pool.query('drop function revoke_now cascade');
    expect((await guest(token, 'GET', `/uses/${key}`)).body.state).toBe('failed');
    expect(await list()).toMatchObject([{ id: pass.id, state: 'revoked' }]);
    time.release();
    board.publish('ioact', 'D2:act:1');
    await nothingCame();
  });

  test('reveals to nobody by which number its commands are known', async () => {
    const { token } = await make();
    const live = await LiveSocket.open(server.http, owner.token, [espid]);
    await use(token);
    await board.message('io');
    board.publish('ioact', 'D1:act:1');
    const { commands } = await live.next('control', (message) => message.commands.length > 0);
    const { body } = await owner.api('GET', path('control'));
    for (const actor of [commands[0]?.actor, body.commands[0].actor]) {
      expect(actor).toEqual({ kind: 'pass', name: 'Anna from next door' });
    }
    const { rows } = await server.database.pool.query('select changed_by from outputs where changed_by is not null');
    expect(JSON.stringify(rows)).not.toContain('"id"');
  });

  test('before and after its time', async () => {
    const later = await make({ from: Date.now() + minute, until: Date.now() + 2 * minute });
    expect((await after(later.token)).passStates.state).toBe('not_yet');
    expect((await after(later.token)).used.status).toBe(409);
    const { token, pass } = await make();
    await server.database.pool.query('update guest_passes set until_at = $1 where id = $2', [Date.now() - 1, pass.id]);
    expect((await after(token)).passStates.state).toBe('ended');
    expect((await after(token)).used.status).toBe(409);
  });

  test('when all uses are gone', async () => {
    const { token } = await make({ uses: 1 });
    expect((await use(token)).status).toBe(202);
    const { passStates, used } = await after(token);
    expect(passStates).toMatchObject({ state: 'used_up', pass: { usesLeft: 0 } });
    expect(used.status).toBe(409);
  });

  test('and shows nothing of the device any more, nor before its time', async () => {
    const nothing = { title: 'Garage door', target: null, online: null, usesLeft: 2 };
    const later = await make({ from: Date.now() + minute, until: Date.now() + 2 * minute });
    expect((await show(later.token)).pass).toMatchObject(nothing);
    const { token, pass } = await make();
    await server.database.pool.query('update guest_passes set until_at = $1 where id = $2', [Date.now() - 1, pass.id]);
    expect((await show(token)).pass).toMatchObject(nothing);
  });

  test('after the last use, whose outcome it shows as long as that may wait for the board', async () => {
    const { token, pass } = await make({ uses: 1 });
    await use(token);
    expect((await show(token)).pass).toMatchObject({ target: { name: 'Garage' }, online: true, usesLeft: 0 });
    const earlier = 'update guest_passes set last_used_at = last_used_at - 30000 where id = $1';
    await server.database.pool.query(earlier, [pass.id]);
    expect((await show(token)).pass).toMatchObject({ target: null, online: null, usesLeft: 0 });
  });

  test('when the device is deleted, and when the output is', async () => {
    const { token } = await make();
    await owner.api('DELETE', path('outputs/D1'));
    expect((await after(token)).passStates).toMatchObject({ state: 'unavailable', pass: null });
    expect((await after(token)).used.status).toBe(409);
    await owner.api('PUT', path('outputs/D1'), { mode: 'digit', name: null, locked: false, momentaryMs: null });
    expect((await after(token)).passStates.state).toBe('ready');
    await owner.api('DELETE', `/api/device/${encodeURIComponent(espid)}`);
    expect((await after(token)).passStates).toMatchObject({ state: 'unavailable', pass: null });
  });

  test('when the device becomes somebody else’s', async () => {
    const { token, pass } = await make();
    await server.database.pool.query(
      'update guest_passes set account_id = (select id from accounts where email = $1) where id = $2',
      [stranger.email, pass.id],
    );
    expect((await after(token)).passStates.state).toBe('unavailable');
    expect(await list()).toEqual([]);
  });
});

test('a request that cannot be is refused', async () => {
  for (const [change, status] of [
    [{ until: Date.now() - 1 }, 400],
    [{ until: Date.now() + 400 * 24 * 60 * minute }, 400],
    [{ from: Date.now() + 2 * minute }, 400],
    [{ uses: 0 }, 400],
    [{ offers: [] }, 400],
    [{ offers: [{ value: '2', label: 'Two' }] }, 400],
    [{ target: { kind: 'output', pin: 'D2', mode: 'digit' } }, 400],
    [{ target: { kind: 'event', name: 'nothing' } }, 400],
  ] as const) {
    expect((await owner.api('POST', path('passes'), request(change))).status, JSON.stringify(change)).toBe(status);
  }
  expect((await stranger.api('POST', path('passes'), request())).status).toBe(404);
  expect((await stranger.api('GET', path('passes'))).status).toBe(404);
});

test('anyone who tries tokens is slowed down', async () => {
  const tries = Array.from({ length: 25 }, () =>
    fetch(`${server.http}/api/public/pass`, {
      headers: { 'x-cyno-pass': randomUUID().padEnd(43, 'x'), 'x-forwarded-for': '10.9.9.9' },
    }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(20).fill(404), ...Array(5).fill(429)]);
});
