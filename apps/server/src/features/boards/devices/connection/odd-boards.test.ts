import type { DeviceLogLine, DeviceVariable } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nextEspid } from '../../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../../test/server.ts';

let server: JoinedServer;
let owner: TestUser;
let username: string;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('odd@example.com');
  username = `${owner.email}/${await owner.connectionKey()}`;
});
afterAll(() => server.stop());

async function join(espid = nextEspid(), more: { from?: string; username?: string; password?: string } = {}) {
  const { board, returnCode } = await server.board({ espid, username, ...more });
  const path = `/api/device/${encodeURIComponent(espid)}`;
  const get = async (rest = '') => (await owner.api('GET', path + rest)).body;
  return {
    board,
    returnCode,
    espid,
    path,
    get,
    send: async (message: object) => board.puback(board.publish('data/update', JSON.stringify(message), 1)),
    values: async () => {
      const { variables }: { variables: DeviceVariable[] } = await get();
      return Object.fromEntries(variables.map(({ key, value }) => [key, value]));
    },
    console: async () => ((await get('/log')).lines as DeviceLogLine[]).map(({ kind, text }) => `${kind}: ${text}`),
  };
}

describe('a message with something unfit', () => {
  test('is taken without it, and the console reports what was left out', async () => {
    const { send, values, console } = await join();
    await send({ temp: 21.5, where: { lat: 1, lng: 2 }, humid: 60 });
    expect(await values()).toEqual({ temp: 21.5, humid: 60 });
    await expect
      .poll(console)
      .toContain('bad_message: "where" is not a number, a boolean or a text; a message is flat. It was left out.');
  });

  test('of hundreds of keys is taken up to the 64th, and the console shows it', async () => {
    const { send, values, console } = await join();
    await send(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, n])));
    expect(Object.keys(await values())).toHaveLength(64);
    await expect
      .poll(console)
      .toContain('bad_message: The message has 300 variables; those behind the first 64 were left out.');
  });
});

describe('a value named ts', () => {
  const before = () => Date.now() - 3_600_000;

  test('is a variable like any other', async () => {
    const { send, values } = await join();
    await send({ ts: 7, temp: 1 });
    expect(await values()).toEqual({ ts: 7, temp: 1 });
  });

  test('is the time of the message when the account is set to boards that send times', async () => {
    await owner.api('PATCH', '/api/profile', { boardsSendTimes: true });
    const { send, get } = await join();
    const at = before();
    await send({ ts: at, temp: 1 });
    await owner.api('PATCH', '/api/profile', { boardsSendTimes: false });
    expect((await get()).variables).toMatchObject([{ key: 'temp', at }]);
  });

  test('is the time of the message of a program that signs in with an access token', async () => {
    await owner.api('POST', '/api/auth/proof', { password: 'a-long-Passphrase-7' });
    const made = await owner.api('POST', '/api/access-tokens', { name: 'log', scope: 'control', expiresInDays: 1 });
    expect(made.status).toBe(201);
    const { send, get } = await join(nextEspid(), { username: owner.email, password: made.body.token });
    const at = before();
    await send({ ts: at, temp: 1 });
    expect((await get()).variables).toMatchObject([{ key: 'temp', at }]);
  });
});

describe('a board that calls itself Unknown', () => {
  test('can be operated as soon as its owner has chosen its chip', async () => {
    const { board, path, get } = await join('Unknown-100_1a2b3c4d');
    expect((await get('/control')).pins).toEqual([]);
    const request = { pins: [{ pin: '4', mode: 'digit', value: 1 }] };
    expect((await owner.api('POST', `${path}/io`, request)).status).toBe(400);
    const chosen = await owner.api('PATCH', path, { family: 'esp32-s3' });
    expect(chosen).toMatchObject({ status: 200, body: { family: 'esp32-s3' } });
    expect((await owner.api('POST', `${path}/io`, request)).status).toBe(202);
    expect((await board.message('io')).text).toBe('4:digit:1');
  });

  test('is sent as much at once as its chip takes', async () => {
    const { board, path } = await join('Unknown-100_1a2b3c4e');
    await owner.api('PATCH', path, { family: 'esp32' });
    const pins = Array.from({ length: 20 }, (_, n) => n + 4).filter((n) => n < 6 || n > 11);
    for (const pin of [25, 26, 27, 32, 33]) pins.push(pin);
    const usable = pins.filter((pin) => ![20, 24].includes(pin));
    const response = await owner.api('POST', `${path}/io`, {
      pins: usable.map((pin) => ({ pin: String(pin), mode: 'digit', value: 1 })),
    });
    expect(response.status, JSON.stringify(response.body)).toBe(202);
    expect((await board.message('io')).text.split(',')).toHaveLength(usable.length);
  });

  test('is the only one whose chip is requested', async () => {
    const { path } = await join();
    expect(await owner.api('PATCH', path, { family: 'esp32' })).toMatchObject({
      status: 400,
      body: { error: 'The id of this board names its chip.' },
    });
  });
});

// Only Linux has all of 127.0.0.0/8.
describe.runIf(process.platform === 'linux')('two boards with one id', () => {
  test('are named in the console and in the health, and put each other out no further', async () => {
    const espid = nextEspid();
    await join(espid, { from: '127.0.0.2' });
    const stays = await join(espid, { from: '127.0.0.3' });
    expect(stays.returnCode).toBe(0);
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await join(espid, { from: '127.0.0.2' })).returnCode).toBe(2);
    }
    await stays.send({ temp: 1 });
    const replies =
      'refused: two boards use this id: the one at 127.0.0.3 stays connected, the one at 127.0.0.2 is held off; switch one of them off, or give its program an id of its own';
    await expect.poll(stays.console).toContain(replies);
    expect((await stays.get('/health?from=0&to=1')).twoBoards).toMatchObject({ addresses: ['127.0.0.3', '127.0.0.2'] });

    const viewer = await server.signup('viewer@example.com');
    await owner.api('POST', `${stays.path}/shares`, { email: viewer.email, role: 'viewer', expiresAt: null });
    const { offers } = (await viewer.api('GET', '/api/offers')).body;
    await viewer.api('POST', `/api/offers/${offers[0].id}/accept`);
    const { body } = await viewer.api('GET', `${stays.path}/health?from=0&to=1`);
    expect(body.twoBoards).toEqual({ at: expect.any(Number), addresses: null });
  });
});
