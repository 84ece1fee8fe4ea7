import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextEspid as newEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

let server: JoinedServer;
let owner: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
});
afterAll(() => server.stop());

const devicesOf = async (user: TestUser) =>
  (await user.api('GET', '/api/device/')).body as {
    espid: string;
    pending: boolean;
    online: boolean;
    verified: boolean;
  }[];
const find = async (user: TestUser, espid: string) => (await devicesOf(user)).find((one) => one.espid === espid);

describe('a board with only the e-mail', () => {
  it('waits: it is echoed, shown as pending, and nothing of it is stored', async () => {
    const espid = newEspid();
    const { board, returnCode } = await server.board({ espid, username: owner.email });
    expect(returnCode).toBe(0);
    board.publish('data/update', '{"temp":21.5}');
    expect((await board.message('data/update')).text).toBe('{"temp":21.5}');
    expect(await find(owner, espid)).toMatchObject({ pending: true, online: true, variables: [] });
    expect((await owner.api('GET', `/api/device/${espid}`)).status).toBe(404);
    expect(await find(stranger, espid)).toBeUndefined();
  });

  it('joins on its open connection when it is accepted', async () => {
    const espid = newEspid();
    const { board } = await server.board({ espid, username: owner.email });
    expect((await owner.api('POST', `/api/pairing/${espid}/accept`)).status).toBe(200);
    board.publish('data/update', '{"temp":22}', 1);
    await board.puback(1);
    expect(await find(owner, espid)).toMatchObject({
      pending: false,
      online: true,
      verified: false,
      variables: [{ key: 'temp', value: 22 }],
    });
  });

  it('is refused for a day after Reject, and until it is unblocked after Block', async () => {
    for (const verb of ['reject', 'block']) {
      const espid = newEspid();
      const { board } = await server.board({ espid, username: owner.email });
      expect((await owner.api('POST', `/api/pairing/${espid}/${verb}`)).status).toBe(200);
      await board.whenClosed();
      expect((await server.board({ espid, username: owner.email })).returnCode).toBe(5);
      expect(await find(owner, espid)).toBeUndefined();
    }
    const { body } = await owner.api('GET', '/api/pairing');
    expect(body.blocked).toHaveLength(1);
    const [blocked] = body.blocked;
    expect((await owner.api('POST', `/api/pairing/${blocked.espid}/unblock`)).status).toBe(200);
    expect((await server.board({ espid: blocked.espid, username: owner.email })).returnCode).toBe(0);
  });

  it('cannot be accepted, rejected or blocked by anybody else', async () => {
    const espid = newEspid();
    await server.board({ espid, username: owner.email });
    for (const verb of ['accept', 'reject', 'block', 'unblock']) {
      expect((await stranger.api('POST', `/api/pairing/${espid}/${verb}`)).status).toBe(404);
    }
    expect(await find(owner, espid)).toMatchObject({ pending: true });
  });

  it('keeps what it reported of itself while it waited', async () => {
    const espid = newEspid();
    const { board } = await server.board({ espid, username: owner.email });
    await board.subscribe();
    board.publish('template/name', 'dht,3');
    board.publish('info', '{"ip":"10.0.0.9","ssid":"Farm","RSSI":"-61","v":"1.0.8"}');
    await board.message('info');
    expect((await owner.api('POST', `/api/pairing/${espid}/accept`)).status).toBe(200);
    expect(await find(owner, espid)).toMatchObject({ firmware: '1.0.8', ssid: 'Farm', rssi: -61, template: 'dht' });
  });

  it('drops the one that waited longest above ten', async () => {
    const crowded = await server.signup('crowded@example.com');
    const espids = Array.from({ length: 12 }, newEspid);
    for (const espid of espids) await server.board({ espid, username: crowded.email });
    const waiting = (await devicesOf(crowded)).map((one) => one.espid);
    expect(waiting).toHaveLength(10);
    expect(waiting).not.toContain(espids[0]);
    expect(waiting).toContain(espids[11]);
  });
});

describe('the Add device window', () => {
  it('lets boards in while it is open, also those that wait at that moment', async () => {
    const [early, late, after] = [newEspid(), newEspid(), newEspid()];
    const waiting = await server.board({ espid: early, username: owner.email });
    expect((await owner.api('POST', '/api/pairing/window', { minutes: 10 })).body.windowOpenUntil).toBeGreaterThan(
      Date.now(),
    );
    expect(await find(owner, early)).toMatchObject({ pending: false });
    await server.board({ espid: late, username: owner.email });
    expect(await find(owner, late)).toMatchObject({ pending: false });
    await owner.api('POST', '/api/pairing/window', { minutes: 0 });
    await server.board({ espid: after, username: owner.email });
    expect(await find(owner, after)).toMatchObject({ pending: true });
    await waiting.board.end();
  });

  it('is open for ten minutes at most', async () => {
    expect((await owner.api('POST', '/api/pairing/window', { minutes: 11 })).status).toBe(400);
  });
});

describe('a board that its owner deleted', () => {
  it('does not come back when others are let in, and works again when it is accepted without its key', async () => {
    const keeper = await server.signup('keeper@example.com');
    const [deleted, other] = [newEspid(), newEspid()];
    const first = await server.board({ espid: deleted, username: `${keeper.email}/${await keeper.connectionKey()}` });
    expect((await keeper.api('DELETE', `/api/device/${deleted}`)).status).toBe(200);
    await first.board.whenClosed();
    await server.board({ espid: deleted, username: keeper.email });
    await keeper.api('POST', '/api/pairing/window', { minutes: 5 });
    await server.board({ espid: other, username: keeper.email });
    expect(await find(keeper, other)).toMatchObject({ pending: false });
    expect(await find(keeper, deleted)).toMatchObject({ pending: true });
    const withKey = `${keeper.email}/${await keeper.connectionKey()}`;
    const again = await server.board({ espid: deleted, username: withKey });
    expect(await find(keeper, deleted)).toMatchObject({ pending: true });
    await again.board.end();
    await expect.poll(() => find(keeper, deleted)).toMatchObject({ online: false });
    await server.board({ espid: deleted, username: keeper.email });
    expect((await keeper.api('POST', `/api/pairing/${deleted}/accept`)).status).toBe(200);
    expect((await server.board({ espid: deleted, username: keeper.email })).returnCode).toBe(0);
    expect(await find(keeper, deleted)).toMatchObject({ pending: false, verified: false });
  });

  it('waits also when its data is gone, with its key and while others are let in, until it is accepted', async () => {
    const keeper = await server.signup('patient@example.com');
    const withKey = `${keeper.email}/${await keeper.connectionKey()}`;
    const espid = newEspid();
    const first = await server.board({ espid, username: withKey });
    await keeper.api('DELETE', `/api/device/${espid}`);
    await first.board.whenClosed();
    await server.board({ espid, username: withKey });
    await server.database.pool.query('delete from devices where espid = $1', [espid]);
    await server.board({ espid, username: withKey });
    expect(await find(keeper, espid)).toMatchObject({ pending: true });
    await keeper.api('POST', '/api/pairing/window', { minutes: 5 });
    await server.board({ espid, username: withKey });
    expect(await find(keeper, espid)).toMatchObject({ pending: true });
    const { rows } = await server.database.pool.query('select was_deleted from pending_boards where espid = $1', [
      espid,
    ]);
    expect(rows).toEqual([{ was_deleted: true }]);
    expect((await keeper.api('POST', `/api/pairing/${espid}/accept`)).status).toBe(200);
    await server.board({ espid, username: withKey });
    expect(await find(keeper, espid)).toMatchObject({ pending: false, verified: true });
  });

  it('is refused for a day when it is rejected, also while others are let in', async () => {
    const keeper = await server.signup('strict@example.com');
    const espid = newEspid();
    const first = await server.board({ espid, username: `${keeper.email}/${await keeper.connectionKey()}` });
    await keeper.api('DELETE', `/api/device/${espid}`);
    await first.board.whenClosed();
    await server.board({ espid, username: keeper.email });
    await keeper.api('POST', `/api/pairing/${espid}/reject`);
    await keeper.api('POST', '/api/pairing/window', { minutes: 5 });
    expect((await server.board({ espid, username: keeper.email })).returnCode).toBe(5);
    expect(await find(keeper, espid)).toBeUndefined();
  });
});

describe('a stranger who claims the id of somebody else’s board', () => {
  it('cannot keep the Add device window from working', async () => {
    const victim = await server.signup('victim@example.com');
    const [claimed, honest] = [newEspid(), newEspid()];
    await server.board({ espid: claimed, username: victim.email });
    await server.board({ espid: honest, username: victim.email });
    await server.board({ espid: claimed, username: `${stranger.email}/${await stranger.connectionKey()}` });
    const { status } = await victim.api('POST', '/api/pairing/window', { minutes: 5 });
    expect(status).toBe(200);
    expect(await find(victim, honest)).toMatchObject({ pending: false });
    expect(await find(victim, claimed)).toMatchObject({ pending: true });
  });
});

describe('the connection key', () => {
  it('lets a board in at once, and from then on the board is refused without it', async () => {
    const espid = newEspid();
    const key = await owner.connectionKey();
    const first = await server.board({ espid, username: `${owner.email}/${key}` });
    expect(first.returnCode).toBe(0);
    expect(await find(owner, espid)).toMatchObject({ verified: true, pending: false });
    await first.board.end();
    expect((await server.board({ espid, username: owner.email })).returnCode).toBe(5);
    expect((await server.board({ espid, username: `${owner.email}/WRNG-WRNG-WRNG` })).returnCode).toBe(4);
    expect(
      (await server.board({ espid, username: `  ${owner.email.toUpperCase()}/${key.toLowerCase()} ` })).returnCode,
    ).toBe(0);
  });

  it('of another account opens nothing', async () => {
    const key = await stranger.connectionKey();
    expect((await server.board({ espid: newEspid(), username: `${owner.email}/${key}` })).returnCode).toBe(4);
  });

  it('can be rotated: boards continue with the earlier key, new ones do not, and the page names them', async () => {
    const farm = await server.signup('farm@example.com');
    const old = await farm.connectionKey();
    const espid = newEspid();
    await server.board({ espid, username: `${farm.email}/${old}` });
    const rotated = (await farm.api('POST', '/api/pairing/key/rotate', {})).body;
    expect(rotated.connectionKey).not.toBe(old);
    expect(rotated.oldKeyBoards).toMatchObject([{ espid }]);
    expect((await server.board({ espid, username: `${farm.email}/${old}` })).returnCode).toBe(0);
    expect((await server.board({ espid: newEspid(), username: `${farm.email}/${old}` })).returnCode).toBe(5);
    await server.board({ espid, username: `${farm.email}/${rotated.connectionKey}` });
    expect((await farm.api('GET', '/api/pairing')).body.oldKeyBoards).toEqual([]);
  });

  it('can be ended: boards that still use it are cut and refused', async () => {
    const school = await server.signup('school@example.com');
    const old = await school.connectionKey();
    const espid = newEspid();
    const { board } = await server.board({ espid, username: `${school.email}/${old}` });
    await school.api('POST', '/api/pairing/key/rotate', { endOld: true });
    await board.whenClosed();
    expect((await server.board({ espid, username: `${school.email}/${old}` })).returnCode).toBe(4);
  });

  it('that is ended cuts boards off that came with it and wait, and they have proved nothing then', async () => {
    const lab = await server.signup('lab@example.com');
    const old = await lab.connectionKey();
    const espid = newEspid();
    await server.board({ espid, username: `${owner.email}/${await owner.connectionKey()}` });
    const waiting = await server.board({ espid, username: `${lab.email}/${old}` });
    const verified = async () => (await lab.api('GET', '/api/pairing')).body.pending[0].verified;
    expect(await verified()).toBe(true);
    await lab.api('POST', '/api/pairing/key/rotate', { endOld: true });
    await waiting.board.whenClosed();
    expect(await verified()).toBe(false);
  });
});

describe('an espid belongs to one account', () => {
  it('lets another account’s board do nothing, notifies the owner, and leaves the board alone', async () => {
    const espid = newEspid();
    const key = await owner.connectionKey();
    const { board } = await server.board({ espid, username: `${owner.email}/${key}` });
    const thief = await server.board({ espid, username: `${stranger.email}/${await stranger.connectionKey()}` });
    thief.board.publish('debug', 'as if it was mine');
    await thief.board.message('debug');
    board.publish('debug', 'still here');
    await board.message('debug');
    const { lines } = (await owner.api('GET', `/api/device/${espid}/log`)).body;
    expect(lines.map((line: { kind: string }) => line.kind)).toContain('refused');
    expect(JSON.stringify(lines)).not.toContain('as if it was mine');
    expect((await stranger.api('GET', `/api/device/${espid}/log`)).status).toBe(404);
  });
});

describe('login with wrong facts', () => {
  it.each([
    ['an unknown e-mail', { username: 'nobody@example.com' }, 5],
    ['an unknown e-mail with a key', { username: 'nobody@example.com/AAAA-BBBB-CCCC' }, 4],
    ['an empty user name', { username: '' }, 4],
    ['an e-mail that is too long', { username: `${'a'.repeat(300)}@example.com` }, 4],
    ['a wrong password', { password: 'guess' }, 4],
    ['an id with a slash', { espid: 'a/b' }, 2],
    ['an id with a wildcard', { espid: '#' }, 2],
    ['an id with a wildcard, of an unknown e-mail', { espid: '#', username: 'nobody@example.com' }, 2],
  ])('refuses %s without banning the address', async (_name, options, code) => {
    const refused = await server.board({ espid: newEspid(), username: owner.email, ...options });
    expect(refused.returnCode).toBe(code);
    await refused.board.whenClosed();
    expect(refused.board.received).toEqual([]);
    const key = await owner.connectionKey();
    expect((await server.board({ espid: newEspid(), username: `${owner.email}/${key}` })).returnCode).toBe(0);
  });
});

describe('a personal access token over MQTT', () => {
  const tokenOf = async (user: TestUser, scope: 'read' | 'control') =>
    (await user.api('POST', '/api/access-tokens', { name: 'test', scope, expiresInDays: null })).body.token as string;

  it('is a board under one of its ids only with the scope control', async () => {
    const espid = newEspid();
    const read = await tokenOf(owner, 'read');
    const control = await tokenOf(owner, 'control');
    expect((await server.board({ espid, username: owner.email, password: read })).returnCode).toBe(5);
    expect((await server.board({ espid, username: owner.email, password: control })).returnCode).toBe(0);
    expect(await find(owner, espid)).toMatchObject({ pending: false });
  });

  it.each(['read', 'control'] as const)('with the scope %s does not see the connection key', async (scope) => {
    const token = await tokenOf(owner, scope);
    const setup = { board: 'nodemcu', host: 'farm.local', content: { type: 'kit', kit: 'dht' } };
    const sketch = { name: 'Farm', setup, format: 'arduino' };
    for (const [method, path, sent] of [
      ['GET', '/api/pairing', undefined],
      ['POST', '/api/sketches/generate', sketch],
      ['POST', '/api/sketches/zip', sketch],
    ] as const) {
      const { status, body } = await server.api(method, path, sent, token);
      expect(status, path).toBe(403);
      expect(JSON.stringify(body)).not.toContain(await owner.connectionKey());
    }
  });

  it('opens no window, changes no key, and learns none from what it may do', async () => {
    const token = await tokenOf(owner, 'control');
    const waiting = newEspid();
    await server.board({ espid: waiting, username: owner.email });
    const key = await owner.connectionKey();
    for (const [path, sent, expected] of [
      ['window', { minutes: 10 }, 403],
      ['key/rotate', { endOld: true }, 403],
      [`${waiting}/block`, undefined, 200],
      [`${waiting}/unblock`, undefined, 200],
    ] as const) {
      const { status, body } = await server.api('POST', `/api/pairing/${path}`, sent, token);
      expect([status, JSON.stringify(body).includes(key)], path).toEqual([expected, false]);
    }
    const { body } = await owner.api('GET', '/api/pairing');
    expect(body).toMatchObject({ connectionKey: key, windowOpenUntil: null });
  });

  it('ends the board’s session when it is revoked, anyone who else tried the id', async () => {
    const espid = newEspid();
    const { body } = await owner.api('POST', '/api/access-tokens', {
      name: 'roof',
      scope: 'control',
      expiresInDays: null,
    });
    const { board } = await server.board({ espid, username: owner.email, password: body.token });
    const theirs = await tokenOf(stranger, 'control');
    await server.board({ espid, username: stranger.email, password: theirs });
    await owner.api('DELETE', `/api/access-tokens/${body.id}`);
    await board.whenClosed();
  });

  it('does not fit another account', async () => {
    const token = await tokenOf(owner, 'control');
    expect((await server.board({ espid: newEspid(), username: stranger.email, password: token })).returnCode).toBe(4);
  });
});
