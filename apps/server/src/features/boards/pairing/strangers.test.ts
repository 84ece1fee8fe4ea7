import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextEspid as newEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

let server: JoinedServer;
beforeAll(async () => {
  server = await joinServer();
});
afterAll(() => server.stop());

const [attacker, home] = ['127.0.0.66', '127.0.0.7'];
type Listed = { espid: string; pending: boolean };
const devicesOf = async (user: TestUser) => (await user.api('GET', '/api/device/')).body as Listed[];
const waitingOf = async (user: TestUser) =>
  (await devicesOf(user)).filter((one) => one.pending).map(({ espid }) => espid);
const ownOf = async (user: TestUser) => (await devicesOf(user)).filter((one) => !one.pending);

/** How the logins of so many new boards end. */
async function connectMany(
  count: number,
  login: (n: number) => { username: string; password?: string; from?: string },
) {
  const codes: number[] = [];
  // So many are looked up at once: one that waits for others of a slow database is refused after a second.
  const atOnce = 32;
  for (let first = 0; first < count; first += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - first) }, (_, n) =>
      server.board({ espid: newEspid(), ...login(first + n) }),
    );
    codes.push(...(await Promise.all(some)).map(({ returnCode }) => returnCode));
  }
  return codes;
}

/** Boards that somebody makes up, who knows no more than the e-mail address. */
const makeUp = (victim: TestUser, count: number, from: (n: number) => string = () => attacker) =>
  connectMany(count, (n) => ({ username: victim.email, from: from(n) }));

describe('a stranger who makes boards up', () => {
  it('shuts no keyless board of another address out, neither before it comes nor after', async () => {
    const victim = await server.signup('victim@example.com');
    await makeUp(victim, 60);
    const honest = newEspid();
    const { board, returnCode } = await server.board({ espid: honest, username: victim.email, from: home });
    expect(returnCode).toBe(0);
    await makeUp(victim, 60);
    expect(await waitingOf(victim)).toContain(honest);
    board.publish('debug', 'still here');
    await board.message('debug');
    expect((await victim.api('POST', `/api/pairing/${honest}/accept`)).status).toBe(200);
  });

  it('is bounded for each address', async () => {
    const victim = await server.signup('victim@example.com');
    const codes = await makeUp(victim, 65);
    expect(codes.filter((code) => code === 0)).toHaveLength(20);
    expect(codes.filter((code) => code === 5)).toHaveLength(45);
    expect(await waitingOf(victim)).toHaveLength(10);
  });

  it('who has many addresses does not shut out who comes from where the page is open', async () => {
    const victim = await server.signup('victim@example.com');
    // A board that proved itself shows which network is its owner's, as the page does.
    const username = `${victim.email}/${await victim.connectionKey()}`;
    await server.board({ espid: newEspid(), username, from: home });
    await makeUp(victim, 80, (n) => `127.0.1.${n + 1}`);
    const honest = newEspid();
    expect((await server.board({ espid: honest, username: victim.email, from: home })).returnCode).toBe(0);
    await makeUp(victim, 20, (n) => `127.0.2.${n + 1}`);
    expect(await waitingOf(victim)).toContain(honest);
  });

  it('leaves a board that waits its place when it comes again and again', async () => {
    const victim = await server.signup('victim@example.com');
    const espid = newEspid();
    const codes = [];
    for (let times = 0; times < 25; times += 1) {
      codes.push((await server.board({ espid, username: victim.email, from: home })).returnCode);
    }
    expect(new Set(codes)).toEqual(new Set([0]));
    expect(await waitingOf(victim)).toEqual([espid]);
  });
});

describe('a stranger who knows the id of a board without a key', () => {
  it('neither takes its connection nor has it held off', async () => {
    const victim = await server.signup('victim@example.com');
    const espid = newEspid();
    const { board } = await server.board({ espid, username: victim.email, from: home });
    expect((await victim.api('POST', `/api/pairing/${espid}/accept`)).status).toBe(200);
    board.publish('debug', 'mine');
    await board.message('debug');
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await server.board({ espid, username: victim.email, from: attacker })).returnCode).toBe(2);
    }
    expect(board.closed).toBe(false);
    expect((await server.board({ espid, username: victim.email, from: home })).returnCode).toBe(0);
  });

  it('and came while it was away gives way to it, as it comes from a network of its account', async () => {
    const victim = await server.signup('victim@example.com');
    const espid = newEspid();
    const { board } = await server.board({ espid, username: victim.email, from: home });
    await victim.api('POST', `/api/pairing/${espid}/accept`);
    await board.end();
    const impostor = await server.board({ espid, username: victim.email, from: attacker });
    impostor.board.publish('debug', 'not mine');
    await impostor.board.message('debug');
    // Another board at home proved itself.
    const username = `${victim.email}/${await victim.connectionKey()}`;
    await server.board({ espid: newEspid(), username, from: home });
    expect((await server.board({ espid, username: victim.email, from: home })).returnCode).toBe(0);
    await impostor.board.whenClosed();
    expect((await server.board({ espid, username: victim.email, from: attacker })).returnCode).toBe(2);
  });
});

describe('an open Add device window', () => {
  it('takes ten boards and shuts; further ones wait, and one that proves itself joins all the same', async () => {
    const owner = await server.signup('owner@example.com');
    const { body } = await owner.api('POST', '/api/pairing/window', { minutes: 5 });
    expect(body.windowRoom).toBe(10);
    await makeUp(owner, 13, () => home);
    expect(await ownOf(owner)).toHaveLength(10);
    expect(await waitingOf(owner)).toHaveLength(3);
    const state = (await owner.api('GET', '/api/pairing')).body;
    expect(state).toMatchObject({ windowOpenUntil: null, windowRoom: 0 });
    const username = `${owner.email}/${await owner.connectionKey()}`;
    await server.board({ espid: newEspid(), username });
    expect(await ownOf(owner)).toHaveLength(11);
  });

  it('takes more or fewer when that is chosen, those that wait already included', async () => {
    const owner = await server.signup('owner@example.com');
    await makeUp(owner, 3, () => home);
    await owner.api('POST', '/api/pairing/window', { minutes: 5, boards: 2 });
    expect(await ownOf(owner)).toHaveLength(2);
    const { body } = await owner.api('POST', '/api/pairing/window', { minutes: 5, boards: 12 });
    expect(body).toMatchObject({ windowRoom: 11, pending: [] });
    await makeUp(owner, 11, (n) => `127.0.3.${n + 1}`);
    expect(await ownOf(owner)).toHaveLength(14);
    for (const boards of [0, 201, 1.5]) {
      expect((await owner.api('POST', '/api/pairing/window', { minutes: 5, boards })).status).toBe(400);
    }
  });
});

describe('who has an access token and makes ids up', () => {
  it('is bounded, while boards that joined with it and those with the key come in', async () => {
    const owner = await server.signup('owner@example.com');
    const { body } = await owner.api('POST', '/api/access-tokens', {
      name: 't',
      scope: 'control',
      expiresInDays: null,
    });
    const withToken = { username: owner.email, password: body.token as string };
    const first = newEspid();
    expect((await server.board({ espid: first, ...withToken })).returnCode).toBe(0);
    const codes = await connectMany(64, () => withToken);
    expect(codes.filter((code) => code === 0)).toHaveLength(59);
    expect(codes.filter((code) => code === 5)).toHaveLength(5);
    expect((await server.board({ espid: first, ...withToken })).returnCode).toBe(0);
    const username = `${owner.email}/${await owner.connectionKey()}`;
    expect((await server.board({ espid: newEspid(), username })).returnCode).toBe(0);
  });
});

describe('a client without an id', () => {
  it('is no board, whatever it proves', async () => {
    const owner = await server.signup('owner@example.com');
    const username = `${owner.email}/${await owner.connectionKey()}`;
    const { body } = await owner.api('POST', '/api/access-tokens', {
      name: 't',
      scope: 'control',
      expiresInDays: null,
    });
    for (const options of [{ username }, { username: owner.email }, { username, password: body.token as string }]) {
      expect((await server.board({ ...options, espid: '' })).returnCode).toBe(2);
    }
    expect(await devicesOf(owner)).toEqual([]);
    // As an app it needs none.
    expect((await server.board({ espid: '', username: owner.email, password: body.token })).returnCode).toBe(0);
  });
});
