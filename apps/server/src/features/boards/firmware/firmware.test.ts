import { createHash } from 'node:crypto';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { DeviceFirmware, FirmwareImage, Rollout } from '@cyno/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { esp32Image, esp8266Image } from '../../../../test/boards/firmware-image.ts';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { startTestServer, stopSharedServer, type TestServer, type TestUser } from '../../../../test/server.ts';

let server: TestServer;
let owner: TestUser;
let stranger: TestUser;
let username: string;
let serial = 0;

beforeAll(async () => {
  // The clock of this process does not go ahead for it too.
  await stopSharedServer();
  server = await startTestServer({ OTA_PORT: 'auto', HTTPS: 'local', HTTPS_PORT: 'auto', LOCAL_NAME: 'off' });
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
  username = `${owner.email}/${await owner.connectionKey()}`;
  for (let count = 0; count < 16; count += 1) settled.ESP8266.push(await connectBoard('ESP8266'));
  for (let count = 0; count < 3; count += 1) settled.ESP32.push(await connectBoard('ESP32'));
});
afterAll(() => server.stop());

const device = (espid: string, rest: string) => `/api/device/${encodeURIComponent(espid)}/${rest}`;
const firmwareOf = async (espid: string): Promise<DeviceFirmware> =>
  (await owner.api('GET', device(espid, 'firmware'))).body;
const stateOf = async (espid: string) => (await firmwareOf(espid)).jobs[0]?.state;
const reasonOf = async (espid: string) => (await firmwareOf(espid)).jobs[0]?.reason;

async function upload(
  content: Buffer,
  { as = owner, query = 'fileName=sketch.ino.bin', type = 'application/octet-stream' } = {},
) {
  const response = await fetch(`${server.http}/api/firmware/images?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': type },
    body: new Uint8Array(content),
  });
  return {
    status: response.status,
    body: (await response.json()) as { image: FirmwareImage; known: boolean; error: string },
  };
}

interface Board {
  readonly espid: string;
  readonly mac: string;
  readonly family: 'ESP8266' | 'ESP32';
  mqtt: TestBoard;
}

/** Boards that have been connected for a while: what is sent to a board waits until it has settled. */
const settled: Record<Board['family'], Board[]> = { ESP8266: [], ESP32: [] };

async function connectBoard(family: Board['family']): Promise<Board> {
  serial += 1;
  const low = serial.toString(16).padStart(6, '0');
  const mac = `ECFABC${low}`.toUpperCase();
  const espid = family === 'ESP8266' ? `ESP8266-${serial}_${mac}` : `ESP32-D0WDQ6-100_bc${low}`;
  return { espid, mac, family, mqtt: (await server.board({ espid, username, keepalive: 600 })).board };
}

async function newBoard(family: Board['family'] = 'ESP8266'): Promise<Board> {
  return settled[family].pop() ?? connectBoard(family);
}

/** How far the clock of this process is ahead, and a board that has come back so long ago is settled. */
let aheadMs = 0;
const settleMs = 2_500;
const { now } = Date;
beforeEach(() => {
  vi.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
});

/** The same id connects again, as after a restart, and some time passes. */
async function restart(board: Board): Promise<void> {
  board.mqtt.destroy();
  board.mqtt = (await server.board({ espid: board.espid, username, keepalive: 600 })).board;
  aheadMs += settleMs;
}

const headersOf = ({ family, mac }: Board, changed: Record<string, string> = {}) => ({
  'User-Agent': `${family}-http-Update`,
  [`x-${family}-STA-MAC`]: mac.replaceAll(/(..)(?=.)/g, '$1:'),
  [`x-${family}-free-space`]: '1500000',
  [`x-${family}-chip-size`]: '4194304',
  [`x-${family}-mode`]: 'sketch',
  ...changed,
});

/** What comes back for a request that is sent as the boards' HTTP client sends it. */
async function get(
  path: string,
  { headers = {}, port, tls = false, offered }: { headers?: object; port?: number; tls?: boolean; offered?: string[] },
) {
  const at = { host: '127.0.0.1', port: port ?? Number(new URL(server.http).port) };
  const socket = tls
    ? connectTls({ ...at, rejectUnauthorized: false, maxVersion: 'TLSv1.2', ALPNProtocols: offered })
    : connectTcp(at);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `GET ${path} HTTP/1.0\r\nHost: cynoiot.com\r\n${lines.join('')}Connection: close\r\nContent-Length: 0\r\n\r\n`,
  );
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.subarray(0, end).toString();
  return { head, status: Number(/^HTTP\/1\.\d (\d+)/.exec(head)?.[1]), body: bytes.subarray(end + 4) };
}
const fetchImage = (board: Board, token: string, changed?: Record<string, string>) =>
  get(`/api/ota/${token}/update`, { headers: headersOf(board, changed) });

const tokenOf = async (board: Board) => (await board.mqtt.message('ota/start')).text;
const startRollout = (imageId: number, boards: Board[], strategy = 'all') =>
  owner.api('POST', '/api/firmware/rollouts', { imageId, espids: boards.map(({ espid }) => espid), strategy });

/** A new image for each test: the same bytes would be the same image. */
async function newImage(family: Board['family'] = 'ESP8266'): Promise<{ id: number; content: Buffer }> {
  serial += 1;
  const program = Buffer.from(`program ${serial}`);
  const content = family === 'ESP8266' ? esp8266Image({ content: program }) : esp32Image({ content: program });
  return { id: (await upload(content)).body.image.id, content };
}

describe('an image', () => {
  test('is read, stored, announced once, changed and deleted', async () => {
    const content = esp32Image({ chip: 'esp32-s3', version: '3.2.1' });
    const { status, body } = await upload(content, { query: 'fileName=well.ino.bin&notes=first' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      known: false,
      image: {
        fileName: 'well.ino.bin',
        version: '3.2.1',
        notes: 'first',
        family: 'esp32-s3',
        bytes: content.length,
        flashBytes: 4 * 1024 ** 2,
        md5: createHash('md5').update(content).digest('hex'),
        runsOn: 0,
      },
    });
    const again = await upload(content, { query: 'fileName=other.bin&version=9' });
    expect([again.status, again.body.known, again.body.image.id]).toEqual([200, true, body.image.id]);
    const path = `/api/firmware/images/${body.image.id}`;
    const changed = await owner.api('PATCH', path, { version: '3.3', notes: 'mended' });
    expect(changed.body).toMatchObject({ version: '3.3', notes: 'mended' });
    const { images, usedBytes } = (await owner.api('GET', '/api/firmware/images')).body;
    expect(images).toHaveLength(1);
    expect(usedBytes).toBe(content.length);
    expect((await owner.api('DELETE', path)).status).toBe(204);
    expect((await owner.api('DELETE', path)).status).toBe(404);
  });

  test.each([
    ['what is no image', Buffer.from('hello'), 400, /0xE9/],
    ['half of one', esp32Image().subarray(0, 100), 400, /cut off/],
    ['17 MB', Buffer.alloc(17 * 1024 ** 2, 0xe9), 413, /16 MB/],
    ['nothing', Buffer.alloc(0), 400, /./],
  ])('that is %s is refused with a sentence', async (_, content, status, sentence) => {
    const response = await upload(content);
    expect([response.status, response.body.error]).toEqual([status, expect.stringMatching(sentence)]);
  });

  test.each([
    ['JSON', 'fileName=a.bin', 'application/json'],
    ['a form', 'fileName=a.bin', 'multipart/form-data; boundary=x'],
    ['without a name', '', 'application/octet-stream'],
    ['with two lines as its name', 'fileName=a%0Ab', 'application/octet-stream'],
  ])('sent as %s is refused', async (_, query, type) => {
    expect((await upload(esp32Image(), { query, type })).status).toBeGreaterThanOrEqual(400);
  });

  test('has no place in a full account', async () => {
    const rich = await server.signup('full@example.com');
    const { rows } = await server.database.pool.query('select id from accounts where email = $1', [rich.email]);
    await server.database.pool.query(
      `insert into firmware_images (account_id, file_name, version, notes, family, bytes, md5, sha256, uploaded_at)
       values ($1, 'big.bin', '', '', 'esp32', $2, 'x', 'x', 0)`,
      [rows[0].id, 200_000_000 - 100],
    );
    const response = await upload(esp32Image(), { as: rich });
    expect([response.status, response.body.error]).toEqual([409, expect.stringMatching(/200 MB/)]);
  });
});

describe('an update', () => {
  test('goes to the board by HTTP/1.0, as it is, with length and MD5, and is a success when the board reports it', async () => {
    const board = await newBoard();
    const image = await newImage();
    const live = await LiveSocket.open(server.http, owner.token);
    live.send({ type: 'watch', espids: [board.espid] });
    const response = await startRollout(image.id, [board]);
    expect([response.status, response.body.state]).toEqual([202, 'running']);
    const token = await tokenOf(board);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await stateOf(board.espid)).toBe('offered');
    const { status, head, body } = await fetchImage(board, token);
    expect([status, head.slice(0, 7)]).toEqual([200, 'HTTP/1.']);
    expect(head).toMatch(new RegExp(`\r\ncontent-length: ${image.content.length}\r\n`, 'i'));
    expect(head).toMatch(
      new RegExp(`\r\nx-md5: ${createHash('md5').update(image.content).digest('hex')}(\r\n|$)`, 'i'),
    );
    expect(head).not.toMatch(/transfer-encoding|content-encoding|location:/i);
    expect(body.equals(image.content)).toBe(true);
    await expect.poll(() => stateOf(board.espid)).toBe('restarting');
    expect((await fetchImage(board, token)).status).toBe(404);
    await restart(board);
    board.mqtt.publish('ota/status', 'OTA success');
    await expect.poll(() => stateOf(board.espid)).toBe('succeeded');
    // Repeated a minute later: nothing happens any more.
    board.mqtt.publish('ota/status', 'OTA success');
    expect((await board.mqtt.message('ota/status')).text).toBe('OTA success');
    await live.next('firmware');
    expect(await firmwareOf(board.espid)).toMatchObject({
      current: { id: image.id },
      currentSince: expect.any(Number),
      previous: null,
      jobs: [{ percent: 100, reason: null, by: owner.email }],
      reach: { port: server.otaPort, lastDownloadAt: expect.any(Number) },
    });
    const { lines } = (await owner.api('GET', device(board.espid, 'log?kinds=firmware'))).body;
    expect(lines.map(({ text }: { text: string }) => text.replace(/ sketch.*| \d.*/, ''))).toEqual([
      'update to',
      'the board has the whole image and restarts',
      'the board fetches',
      'the board is told to fetch',
      'update to',
    ]);
    expect(JSON.stringify(lines)).not.toContain(token);
    const { images } = (await owner.api('GET', '/api/firmware/images')).body;
    expect(images.find(({ id }: FirmwareImage) => id === image.id)).toMatchObject({ runsOn: 1 });
  });

  test('leads back to the image before it', async () => {
    const board = await newBoard();
    const [first, second] = [await newImage(), await newImage()];
    for (const image of [first, second]) {
      await startRollout(image.id, [board]);
      await fetchImage(board, await tokenOf(board));
      await expect.poll(() => stateOf(board.espid)).toBe('restarting');
      await restart(board);
      board.mqtt.publish('ota/status', 'OTA success');
      await expect.poll(() => stateOf(board.espid)).toBe('succeeded');
    }
    expect(await firmwareOf(board.espid)).toMatchObject({ current: { id: second.id }, previous: { id: first.id } });
  });

  test('over the port for boards reaches nothing else', async () => {
    const board = await newBoard('ESP32');
    const image = await newImage('ESP32');
    await startRollout(image.id, [board]);
    const token = await tokenOf(board);
    const at = { headers: headersOf(board), port: server.otaPort ?? 0, tls: true };
    for (const path of [
      '/',
      '/api/config',
      '/api/device/',
      '/api/ota/../config',
      `/api/ota/${token}/update/x`,
      '//',
      '*',
    ]) {
      expect((await get(path, at)).status, path).toBe(404);
    }
    const { status, body } = await get(`/api/ota/${token}/update`, at);
    expect(status).toBe(200);
    expect(body.equals(image.content)).toBe(true);
  });

  const offers: { offered?: string[] }[] = [{}, { offered: ['http/1.0'] }];
  test.each(offers)('is fetched over the port of HTTPS too by one whose TLS has %j', async (offer) => {
    const board = await newBoard();
    const image = await newImage();
    await startRollout(image.id, [board]);
    const at = { headers: headersOf(board), port: server.httpsPort ?? 0, tls: true };
    const { head, status, body } = await get(`/api/ota/${await tokenOf(board)}/update`, {
      ...at,
      ...offer,
    });
    expect(status).toBe(200);
    expect(head).toMatch(new RegExp(`^content-length: ${image.content.length}$`, 'im'));
    expect(body.equals(image.content)).toBe(true);
  });

  test('over the port for boards gets a response to clients that offer HTTP/1.0 only', async () => {
    const at = { port: server.otaPort ?? 0, tls: true, offered: ['http/1.0'] };
    expect((await get('/api/ota/none/update', at)).status).toBe(404);
  });

  test('is handed to nobody but its board, and stays there for it', async () => {
    const board = await newBoard();
    const image = await newImage();
    await startRollout(image.id, [board]);
    const token = await tokenOf(board);
    const strangers: Record<string, string>[] = [
      { 'x-ESP8266-STA-MAC': 'EC:FA:BC:FF:FF:FF' },
      { 'x-ESP8266-STA-MAC': '' },
      { 'User-Agent': 'ESP32-http-Update' },
      { 'User-Agent': 'Mozilla/5.0' },
      { 'x-ESP8266-mode': 'spiffs' },
    ];
    for (const changed of strangers) {
      const wrong = await fetchImage(board, token, changed);
      expect([wrong.status, wrong.body.includes('program')], JSON.stringify(changed)).toEqual([403, false]);
    }
    expect((await fetchImage(board, token)).status).toBe(200);
  });

  test('has failed when the image cannot be read', async () => {
    const board = await newBoard();
    const image = await newImage();
    await startRollout(image.id, [board]);
    const token = await tokenOf(board);
    const { pool } = server.database;
    await pool.query('alter table firmware_files rename to away');
    const { status } = await fetchImage(board, token);
    await pool.query('alter table away rename to firmware_files');
    expect(status).toBe(500);
    await expect.poll(() => stateOf(board.espid)).toBe('failed');
  });

  test('is read from headers of any case, and from the base address when there is one', async () => {
    const board = await newBoard('ESP32');
    const image = await newImage('ESP32');
    await startRollout(image.id, [board]);
    const { status } = await get(`/api/ota/${await tokenOf(board)}/update`, {
      headers: {
        'USER-AGENT': 'ESP32-http-Update',
        'X-esp32-sta-mac': '00:11:22:33:44:55',
        'X-ESP32-BASE-MAC': board.mac.toLowerCase().replaceAll(/(..)(?=.)/g, '$1:'),
      },
    });
    expect(status).toBe(200);
  });

  test.each([
    ['x-ESP8266-free-space', '1000', /room for 1000/],
    ['x-ESP8266-chip-size', '524288', /512 KB/],
  ])('that the board has no room for (%s) fails with the figures', async (name, value, reason) => {
    const board = await newBoard();
    const image = await newImage();
    await startRollout(image.id, [board]);
    expect((await fetchImage(board, await tokenOf(board), { [name]: value })).status).toBe(403);
    expect([await stateOf(board.espid), await reasonOf(board.espid)]).toEqual([
      'failed',
      expect.stringMatching(reason),
    ]);
  });

  test('fails when the board reports it after its restart, but not for a report from before', async () => {
    const board = await newBoard();
    const image = await newImage();
    await startRollout(image.id, [board]);
    const token = await tokenOf(board);
    board.mqtt.publish('ota/status', 'OTA failed');
    await board.mqtt.message('ota/status');
    expect(await stateOf(board.espid)).toBe('offered');
    await fetchImage(board, token);
    await expect.poll(() => stateOf(board.espid)).toBe('restarting');
    await restart(board);
    board.mqtt.publish('ota/status', 'OTA failed');
    await expect.poll(() => stateOf(board.espid)).toBe('failed');
    expect((await firmwareOf(board.espid)).current).toBeNull();
  });

  test('waits for a board that is offline', async () => {
    const board = await newBoard();
    const image = await newImage();
    await board.mqtt.end();
    await expect.poll(async () => (await owner.api('GET', device(board.espid, ''))).body.online).toBe(false);
    await startRollout(image.id, [board]);
    expect([await stateOf(board.espid), await reasonOf(board.espid)]).toEqual([
      'waiting',
      expect.stringMatching(/24 hours/),
    ]);
    await restart(board);
    expect(await tokenOf(board)).toMatch(/^.{43}$/);
  });
});

test('a device that is handed over shows nothing of its former updates, and its name to its owner alone', async () => {
  const board = await newBoard();
  const { espid } = board;
  const image = await newImage();
  const rollout = (await startRollout(image.id, [board])).body as Rollout;
  await fetchImage(board, await tokenOf(board));
  await expect.poll(() => stateOf(espid)).toBe('restarting');
  await restart(board);
  board.mqtt.publish('ota/status', 'OTA success');
  await expect.poll(() => stateOf(espid)).toBe('succeeded');

  await owner.api('POST', device(espid, 'transfer'), { email: stranger.email, espid });
  const { offers } = (await stranger.api('GET', '/api/offers')).body;
  expect((await stranger.api('POST', `/api/offers/${offers[0].id}/accept`)).status).toBe(200);
  await stranger.api('PATCH', device(espid, ''), { name: 'Safe' });
  const { rollouts } = (await owner.api('GET', '/api/firmware/rollouts')).body as { rollouts: Rollout[] };
  expect(rollouts.find(({ id }) => id === rollout.id)?.jobs).toMatchObject([
    { espid, deviceName: `ESP8266 ${espid.slice(-4)}` },
  ]);
  const { images } = (await owner.api('GET', '/api/firmware/images')).body;
  expect(images.find(({ id }: FirmwareImage) => id === image.id)).toMatchObject({ runsOn: 0 });
  expect((await stranger.api('GET', device(espid, 'firmware'))).body).toMatchObject({ current: null, jobs: [] });
});

describe('a rollout', () => {
  test('to the first board and then the rest stops when the first one fails', async () => {
    const boards = [await newBoard(), await newBoard(), await newBoard()] as const;
    const image = await newImage();
    await startRollout(image.id, [...boards], 'first_then_rest');
    const [first, second] = boards;
    await fetchImage(first, await tokenOf(first), { 'x-ESP8266-free-space': '10' });
    await expect.poll(() => stateOf(second.espid)).toBe('cancelled');
    const [rollout] = (await owner.api('GET', '/api/firmware/rollouts')).body.rollouts as Rollout[];
    expect(rollout).toMatchObject({ state: 'stopped', reason: expect.stringContaining(`${first.espid.slice(-4)}: `) });
    expect(rollout?.jobs.map(({ state }) => state)).toEqual(['failed', 'cancelled', 'cancelled']);
    expect(second.mqtt.received.some((packet) => packet.cmd === 'publish' && packet.topic.endsWith('ota/start'))).toBe(
      false,
    );
  });

  test('continues to the rest when the first one reports success, and is finished with the last', async () => {
    const boards = [await newBoard(), await newBoard()] as const;
    const image = await newImage();
    await startRollout(image.id, [...boards], 'first_then_rest');
    for (const board of boards) {
      await fetchImage(board, await tokenOf(board));
      await expect.poll(() => stateOf(board.espid)).toBe('restarting');
      await restart(board);
      board.mqtt.publish('ota/status', 'OTA success');
      await expect.poll(() => stateOf(board.espid)).toBe('succeeded');
    }
    const [rollout] = (await owner.api('GET', '/api/firmware/rollouts')).body.rollouts as Rollout[];
    expect(rollout?.state).toBe('finished');
  });

  test('is stopped by hand: anyone who was notified finds nothing any more', async () => {
    const board = await newBoard();
    const image = await newImage();
    const { body } = await startRollout(image.id, [board]);
    const token = await tokenOf(board);
    const path = `/api/firmware/images/${image.id}`;
    expect((await owner.api('DELETE', path)).status).toBe(409);
    const stopped = await owner.api('POST', `/api/firmware/rollouts/${body.id}/stop`);
    expect(stopped.body).toMatchObject({ state: 'stopped', jobs: [{ state: 'cancelled' }] });
    expect((await fetchImage(board, token)).status).toBe(404);
    expect((await owner.api('DELETE', path)).status).toBe(204);
    expect((await firmwareOf(board.espid)).jobs[0]?.image).toMatchObject({ id: null, fileName: 'sketch.ino.bin' });
  });

  test('is fetched although the clock was set on meanwhile', async () => {
    const board = await newBoard();
    const image = await newImage();
    await startRollout(image.id, [board]);
    const token = await tokenOf(board);
    aheadMs += 10 * 60_000;
    expect((await fetchImage(board, token)).status).toBe(200);
  });

  test("is refused for a wrong chip, a busy board and what is not the account's", async () => {
    const [board, other] = [await newBoard(), await newBoard('ESP32')];
    const image = await newImage();
    const wrongChip = await startRollout(image.id, [board, other]);
    expect(wrongChip.status).toBe(409);
    expect(wrongChip.body.error).toBe(`${other.espid} is an ESP32, and the image is for an ESP8266.`);
    await startRollout(image.id, [board]);
    expect((await startRollout(image.id, [board])).body.error).toMatch(/being updated already/);
    expect((await startRollout(image.id, [board, board])).status).toBe(400);
    const foreign = await stranger.api('POST', '/api/firmware/rollouts', {
      imageId: image.id,
      espids: [board.espid],
      strategy: 'all',
    });
    expect(foreign.status).toBe(404);
    const theirs = (await upload(esp8266Image(), { as: stranger })).body.image.id;
    const taken = await stranger.api('POST', '/api/firmware/rollouts', {
      imageId: theirs,
      espids: [board.espid],
      strategy: 'all',
    });
    expect([taken.status, taken.body.code]).toEqual([404, 'not_found']);
    expect((await owner.api('DELETE', `/api/firmware/images/${theirs}`)).status).toBe(404);
    const mine = (await owner.api('GET', '/api/firmware/rollouts')).body.rollouts[0].id;
    expect((await stranger.api('POST', `/api/firmware/rollouts/${mine}/stop`)).status).toBe(404);
  });
});

describe('a stranger at the download', () => {
  test.each(['x', 'A'.repeat(43), '..%2f..%2fapi%2fconfig', '%00', "'or'1'='1"])(
    'finds nothing at %s',
    async (token) => {
      expect((await get(`/api/ota/${token}/update`, {})).status).toBeGreaterThanOrEqual(400);
    },
  );

  test('is slowed down after some wrong tokens', async () => {
    const tries = Array.from({ length: 30 }, (_, index) => get(`/api/ota/${'B'.repeat(40)}${100 + index}/update`, {}));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
  });
});

describe('an order to a board', () => {
  const notify = (board: Board, version: string) => {
    board.mqtt.publish('info', `{"ip":"10.0.0.9","ssid":"home","RSSI":"-60","v":"${version}"}`);
    return expect.poll(async () => (await owner.api('GET', device(board.espid, ''))).body.firmware).toBe(version);
  };

  test('restarts it, with another text each time', async () => {
    const board = await newBoard();
    await notify(board, '1.0.8');
    await Promise.all([1, 2].map(() => owner.api('POST', device(board.espid, 'reboot'))));
    const texts = [(await board.mqtt.message('reboot')).text, (await board.mqtt.message('reboot')).text];
    expect(texts).toEqual([expect.stringMatching(/^reboot-\d+$/), expect.stringMatching(/^reboot-\d+$/)]);
    expect(new Set(texts).size).toBe(2);
    const { lines } = (await owner.api('GET', device(board.espid, 'log?kinds=command'))).body;
    expect(lines[0].text).toBe(`reboot, asked for by ${owner.email}`);
  });

  test('wipes it when its id was typed', async () => {
    const board = await newBoard();
    await notify(board, '1.1.0');
    const wrong = await owner.api('POST', device(board.espid, 'reset'), { espid: 'ESP32-D0WDQ6-100_1' });
    expect(wrong.status).toBe(400);
    await owner.api('POST', device(board.espid, 'reset'), { espid: board.espid });
    expect((await board.mqtt.message('reset')).text).toMatch(/^reset-\d+$/);
  });

  test('is refused for firmware that does not know it, and while it is offline', async () => {
    const board = await newBoard();
    const tooOld = await owner.api('POST', device(board.espid, 'reboot'));
    expect([tooOld.status, tooOld.body.error]).toEqual([409, expect.stringMatching(/1\.0\.8/)]);
    await notify(board, '1.0.8');
    await board.mqtt.end();
    await expect.poll(async () => (await owner.api('GET', device(board.espid, ''))).body.online).toBe(false);
    const offline = await owner.api('POST', device(board.espid, 'reboot'));
    expect([offline.status, offline.body.error]).toEqual([409, expect.stringMatching(/offline/)]);
  });
});
