import { type Device, device, deviceList, packedDeviceList } from '@cyno/contract';
import { unpackDevices } from '@cyno/contract/packed-devices';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { holdBoards } from '../../../../test/boards/held-boards.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
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

async function join(user: TestUser) {
  const espid = nextEspid();
  const { board } = await server.board({ espid, username: `${user.email}/${await user.connectionKey()}` });
  return { espid, board };
}

describe('the order of devices', () => {
  it('is saved as a whole, and refused when it is not a permutation of the own devices', async () => {
    const farm = await server.signup('farm@example.com');
    const espids = [(await join(farm)).espid, (await join(farm)).espid, (await join(farm)).espid];
    const foreign = (await join(stranger)).espid;
    const reversed = [...espids].reverse();
    const save = (list: string[]) =>
      farm.api('POST', '/api/device/update-order/', { devices: list.map((espid) => ({ espid, name: 'ignored' })) });
    const saved = await save(reversed);
    expect(saved.body.devices).toEqual(reversed.map((espid, order) => ({ espid, order })));
    expect((await farm.api('GET', '/api/device/')).body.map((one: { espid: string }) => one.espid)).toEqual(reversed);
    for (const wrong of [espids.slice(1), [...espids, espids[0]], [espids[0], espids[1], foreign], []] as string[][]) {
      expect(await save(wrong)).toMatchObject({ status: 400, body: { code: 'bad_request' } });
    }
    expect((await farm.api('GET', '/api/device/')).body.map((one: { espid: string }) => one.espid)).toEqual(reversed);
  });
});

describe('the list by column', () => {
  const listed = async (user: TestUser, query = '') => {
    const { total, online, devices } = packedDeviceList.parse((await user.api('GET', `/api/device-list${query}`)).body);
    return { total, online, devices: [...unpackDevices(devices)] };
  };

  it('has the same as the list device by device, of the account and of nobody else', async () => {
    const farm = await server.signup('columns@example.com');
    const [first, second] = [await join(farm), await join(farm)];
    await join(stranger);
    first.board.publish('data/update', '{"temp":21.5,"door":true,"state":"dry"}', 1);
    await first.board.message('data/update');
    await farm.api('PATCH', `/api/device/${second.espid}`, { name: 'Shed', tags: ['north'], notes: 'Near the pond' });
    const whole: Device[] = (await farm.api('GET', '/api/device/')).body;
    expect(whole.map(({ espid }) => espid)).toEqual([first.espid, second.espid]);
    expect(await listed(farm)).toEqual({ total: 2, online: 2, devices: whole });
    expect(await listed(farm, '?limit=1')).toEqual({ total: 2, online: 2, devices: whole.slice(0, 1) });
    expect(await listed(await server.signup('empty@example.com'))).toEqual({ total: 0, online: 0, devices: [] });
  });

  it('ends with the boards that wait, which count as none of the devices', async () => {
    const farm = await server.signup('waiting@example.com');
    const { espid } = await join(farm);
    const waiting = nextEspid();
    await server.board({ espid: waiting, username: farm.email });
    await expect.poll(async () => (await listed(farm)).devices.map((one) => one.espid)).toEqual([espid, waiting]);
    expect(await listed(farm)).toMatchObject({ total: 1, devices: (await farm.api('GET', '/api/device/')).body });
    expect((await listed(farm, '?limit=1')).devices.map((one) => one.espid)).toEqual([espid]);
  });

  it('lists no device that is shared with the account, and nothing without a session', async () => {
    const guest = await server.signup('list-guest@example.com');
    const { espid } = await join(owner);
    const share = { email: guest.email, role: 'manager', expiresAt: null };
    await owner.api('POST', `/api/device/${espid}/shares`, share);
    const { offers } = (await guest.api('GET', '/api/offers')).body;
    expect((await guest.api('POST', `/api/offers/${offers[0].id}/accept`)).status).toBe(200);
    expect((await guest.api('GET', `/api/device/${espid}`)).status).toBe(200);
    expect(await listed(guest)).toEqual({ total: 0, online: 0, devices: [] });
    expect((await server.api('GET', '/api/device-list')).status).toBe(401);
  });

  it('takes a limit of 1 to 200', async () => {
    for (const limit of ['0', '201', 'all', '1.5']) {
      expect((await owner.api('GET', `/api/device-list?limit=${limit}`)).status).toBe(400);
    }
  });
});

it('follows what another server did while this one could not hear it', async () => {
  const [moved, deleted, stored] = [await join(owner), await join(owner), await join(owner)].map(({ espid }) => espid);
  const status = async (user: TestUser, espid = '') => (await user.api('GET', `/api/device/${espid}`)).status;
  // One transaction: the listeners are gone before anything is notified.
  await server.database.pool.query(`BEGIN;
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE application_name = 'cyno listener' AND datname = current_database();
    UPDATE devices SET account_id = (SELECT id FROM accounts WHERE email = '${stranger.email}') WHERE espid = '${moved}';
    UPDATE devices SET deleted_at = now() WHERE espid = '${deleted}';
    COMMIT`);
  await expect.poll(() => status(stranger, moved)).toBe(200);
  await expect.poll(() => status(owner, deleted)).toBe(404);
  expect([await status(owner, moved), await status(owner, stored)]).toEqual([404, 200]);
});

describe('another account', () => {
  it('cannot find out that a device exists', async () => {
    const { espid } = await join(owner);
    const unknown = nextEspid();
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', { name: 'Mine' }],
      ['DELETE', ''],
      ['POST', '/restore'],
      ['GET', '/log'],
      ['GET', `/history?from=0&to=${Date.now()}`],
    ] as const) {
      const theirs = await stranger.api(method, `/api/device/${espid}${path}`, body);
      const none = await stranger.api(method, `/api/device/${unknown}${path}`, body);
      expect(theirs.status, `${method} ${path}`).toBe(404);
      expect(JSON.stringify(theirs.body).replaceAll(espid, '?')).toBe(
        JSON.stringify(none.body).replaceAll(unknown, '?'),
      );
    }
    expect((await owner.api('GET', `/api/device/${espid}`)).status).toBe(200);
  });
});

/** Seconds since Monday began where clocks are so many hours ahead, as it is sent to boards. */
const secondOfWeek = (hoursAhead: number) =>
  (Math.floor((Date.now() + hoursAhead * 3_600_000) / 1000) + 4 * 86_400) % 604_800;
/** A second of the week that was sent between two others. */
function expectBetween(from: number, notified: string, until: number): void {
  const since = (second: number) => (second - from + 604_800) % 604_800;
  expect(since(Number(notified))).toBeLessThanOrEqual(since(until));
}

describe('what a board reports about itself', () => {
  it('is shown, also from an SSID that breaks the JSON', async () => {
    const { espid, board } = await join(owner);
    board.publish('info', '{"ip":"10.0.0.9","ssid":"a"b\\<script>","RSSI":"-70","v":"1.0.8"}');
    await board.message('info');
    board.publish('template/name', 'dht,1');
    await board.message('template/name');
    await expect.poll(async () => (await owner.api('GET', `/api/device/${espid}`)).body.template).toBe('dht');
    expect((await owner.api('GET', `/api/device/${espid}`)).body).toMatchObject({
      family: 'esp8266',
      firmware: '1.0.8',
      rssi: -70,
      ssid: 'a"b\\<script>',
      template: 'dht',
    });
  });

  it('goes to the event log, with unknown subtopics and old firmware’s actions', async () => {
    const { espid, board } = await join(owner);
    for (const [subtopic, text] of [
      ['debug', 'probe\tfailed \u0000 twice'],
      ['io', '5:act:1'],
      ['eventact', 'Event:led:1'],
      ['ota/status', 'OTA success'],
    ] as const) {
      board.publish(subtopic, text);
      await board.message(subtopic);
    }
    const { lines } = (await owner.api('GET', `/api/device/${espid}/log`)).body;
    const texts = lines.map((line: { text: string }) => line.text);
    expect(texts).toEqual(expect.arrayContaining(['io: 5:act:1', 'Event:led:1', 'ota/status: OTA success']));
    expect(texts.some((text: string) => text.startsWith('probe\tfailed'))).toBe(true);
  });

  it('gets the local time when it requests it, when it subscribes, and when it reconnects in silence', async () => {
    await owner.api('PATCH', '/api/profile', { timeZone: 'Asia/Bangkok' });
    const from = secondOfWeek(7);
    // Boards are taken for silent, or for one of their kind, after seconds.
    const held = holdBoards();
    onTestFinished(() => held.time.release());
    const board = held.add((await join(owner)).board);
    await held.time.pass(4_000);
    const silent = await board.message('timestamps');
    expectBetween(from, silent.text, secondOfWeek(7));
    expect(silent).toMatchObject({ qos: 0, retain: false });
    await board.subscribe();
    await held.time.pass(4_000);
    await board.message('timestamps');
    board.publish('gettimestamps', '');
    expect((await board.message('gettimestamps')).text).toBe('');
    await board.message('timestamps');
    expect(await board.subscribe()).toBe(0);
    await held.time.pass(4_000);
    board.publish('debug', 'after all');
    await board.message('debug');
    expect(board.received.flatMap((packet) => (packet.cmd === 'publish' ? [packet.topic] : []))).toEqual([]);
  });

  it('gets the time of its own zone, where it has one', async () => {
    await owner.api('PATCH', '/api/profile', { timeZone: 'Asia/Bangkok' });
    const { espid, board } = await join(owner);
    board.publish('gettimestamps', '');
    await board.message('timestamps');
    await owner.api('PATCH', `/api/device/${espid}`, { timeZone: 'Asia/Tokyo' });
    const from = secondOfWeek(9);
    board.publish('gettimestamps', '');
    expectBetween(from, (await board.message('timestamps')).text, secondOfWeek(9));
    expect((await owner.api('GET', `/api/device/${espid}/automations`)).body.timeZone).toBe('Asia/Tokyo');
    expect((await owner.api('PATCH', `/api/device/${espid}`, { timeZone: 'Mars/Base' })).status).toBe(400);
  });
});

describe('the list', () => {
  it('holds what the contract defines, and nothing more', async () => {
    await join(owner);
    const { body } = await owner.api('GET', '/api/device/');
    for (const one of body) {
      expect(Object.keys(one).sort()).toEqual(Object.keys(device.shape).sort());
      expect(deviceList.parse([one])).toEqual([one]);
    }
  });
});

describe('presence', () => {
  it('is online with the session, offline with its end, and does not flap at a take-over', async () => {
    const { espid, board } = await join(owner);
    const state = async () => (await owner.api('GET', `/api/device/${espid}`)).body;
    const before = await state();
    expect(before.online).toBe(true);
    const username = `${owner.email}/${await owner.connectionKey()}`;
    const second = await server.board({ espid, username });
    await board.whenClosed();
    expect(await state()).toMatchObject({ online: true, onlineChangedAt: before.onlineChangedAt });
    await second.board.end();
    await expect.poll(async () => (await state()).online).toBe(false);
    const intervals = 'select offline_at from presence join devices on devices.id = device_id where espid = $1';
    await expect
      .poll(async () => (await server.database.pool.query(intervals, [espid])).rows)
      .toEqual([{ offline_at: expect.anything() }]);
  });
});

describe('a board that means harm', () => {
  it.each(['.', '..'])('cannot be called %s, which leads elsewhere in an address', async (espid) => {
    const username = `${owner.email}/${await owner.connectionKey()}`;
    expect((await server.board({ espid, username })).returnCode).toBe(2);
  });
});

describe('deleting a device', () => {
  it('frees its espid, keeps its data for seven days, and can be undone', async () => {
    const { espid, board } = await join(owner);
    board.publish('data/update', '{"temp":19}', 1);
    await board.puback(1);
    await server.spoolEmpty();
    const { body } = await owner.api('DELETE', `/api/device/${espid}`);
    expect(body.restorableUntil).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    await board.whenClosed();
    expect((await owner.api('GET', `/api/device/${espid}`)).status).toBe(404);
    expect((await stranger.api('POST', `/api/device/${espid}/restore`)).status).toBe(404);
    expect((await owner.api('POST', `/api/device/${espid}/restore`)).status).toBe(200);
    const { times } = (await owner.api('GET', `/api/device/${espid}/history?from=0&to=${Date.now() + 1}`)).body;
    expect(times).toHaveLength(1);
  });

  it('holds although the board continues sending: it waits to be accepted, and comes back with its data', async () => {
    const { espid, board } = await join(owner);
    board.publish('data/update', '{"temp":18}', 1);
    await board.puback(1);
    await server.spoolEmpty();
    await owner.api('DELETE', `/api/device/${espid}`);
    await board.whenClosed();
    await server.board({ espid, username: `${owner.email}/${await owner.connectionKey()}` });
    expect((await owner.api('GET', `/api/device/${espid}`)).status).toBe(404);
    await owner.api('POST', `/api/pairing/${espid}/accept`);
    expect(
      (await owner.api('GET', `/api/device/${espid}/history?from=0&to=${Date.now() + 1}`)).body.times,
    ).toHaveLength(1);
  });

  it('cannot be undone once the board belongs to somebody else', async () => {
    const { espid } = await join(owner);
    await owner.api('DELETE', `/api/device/${espid}`);
    const username = `${stranger.email}/${await stranger.connectionKey()}`;
    expect((await server.board({ espid, username })).returnCode).toBe(0);
    expect((await owner.api('POST', `/api/device/${espid}/restore`)).status).toBe(404);
    const { times } = (await stranger.api('GET', `/api/device/${espid}/history?from=0&to=${Date.now() + 1}`)).body;
    expect(times).toEqual([]);
  });
});

describe('names', () => {
  it.each([['<img src=x onerror=alert(1)>'], ['สวนหลังบ้าน'], ['=1+1']])('keeps %s as text', async (name) => {
    const { espid } = await join(owner);
    expect((await owner.api('PATCH', `/api/device/${espid}`, { name })).body.name).toBe(name);
  });

  it.each([[''], ['   '], ['x'.repeat(65)]])('refuses %j', async (name) => {
    const { espid } = await join(owner);
    expect((await owner.api('PATCH', `/api/device/${espid}`, { name })).status).toBe(400);
  });
});
