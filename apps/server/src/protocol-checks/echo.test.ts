import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { coldBoot, info, ProtocolBench } from '../../test/protocol-bench.ts';

const bench = ProtocolBench.forThisFile();

describe('values', () => {
  test('check 5: data/update comes back at once and is stored with the time of its arrival', async () => {
    const { board, device } = await bench.board();
    await board.subscribe();
    const before = Date.now();
    board.publish('data/update', '{"humid":75,"temp":26.5}');
    await board.allEchoed();
    const { variables } = await device();
    expect(variables.map(({ key, value }) => [key, value])).toEqual([
      ['humid', 75],
      ['temp', 26.5],
    ]);
    for (const { at } of variables) {
      expect(at).toBeGreaterThanOrEqual(before);
      expect(at).toBeLessThanOrEqual(Date.now());
    }
  });

  test('check 6: data/update comes back to a board that has not subscribed', async () => {
    const { board, values } = await bench.board();
    board.publish('data/update', '{"humid":75}');
    await board.allEchoed();
    expect(await values()).toEqual({ humid: 75 });
  });

  test('check 25: what the library breaks is salvaged, garbage is ignored and logged, and the connection stays', async () => {
    const { board, values, log } = await bench.board();
    await board.subscribe();
    const publish = async (payload: string | Buffer) => {
      board.publish('data/update', payload);
      await board.allEchoed();
      return values();
    };
    expect(await publish('{"a":1.5,"b":2.25,"c":3')).toEqual({ a: 1.5, b: 2.25 });
    expect(await publish('{"a":nan,"b":7,"d":inf}')).toEqual({ a: 1.5, b: 7 });
    expect(await publish('{"a": 0,"b":-3.125}')).toEqual({ a: 0, b: -3.125 });
    const noise = randomBytes(300);
    noise[0] = 0xff;
    expect(await publish(noise)).toEqual({ a: 0, b: -3.125 });
    expect(await publish('{"a":4}')).toEqual({ a: 4, b: -3.125 });
    expect(await publish('{')).toEqual({ a: 4, b: -3.125 });
    await bench.eventually(async () =>
      expect((await log()).filter(({ kind }) => kind === 'bad_message').map(({ text }) => text)).toContainEqual(
        expect.stringMatching(/longer than 254 characters/),
      ),
    );
    expect((await log()).find(({ text }) => text.includes('not a JSON object'))?.raw).toContain('\\xff');
    expect(board.isClosed).toBe(false);
  });
});

describe('everything else', () => {
  test('check 7: SUBSCRIBE is granted at once each time, and restores at most once', async () => {
    const { board, io } = await bench.board();
    await io({ pin: 'D1', mode: 'digit', value: 1 });
    await board.message('io');
    board.publish('ioact', 'D1:act:1');
    await board.allEchoed();
    board.destroy();
    const { board: again } = await bench.connect(board.options);
    await again.subscribe();
    again.publish('get/init');
    await again.message('io');
    for (let n = 0; n < 2; n++) {
      expect(await again.subscribe()).toBe(0);
      again.publish('info', info);
    }
    expect(await again.leavesWithin(1_800)).not.toContain('io');
  });

  test('check 8: each message comes back exactly once and byte for byte, also an empty one', async () => {
    const { board } = await bench.board();
    await board.subscribe();
    const messages: [string, string | Buffer][] = [
      ['ioact', 'D1:act:1'],
      ['eventact', 'Event:led:1'],
      ['info', '{"ip":"10.0.0.2","ssid":"a"b\\","RSSI":"-50","v":"1.0.8"}'],
      ['debug', Buffer.from([0x61, 0x09, 0xc3, 0x28, 0xff])],
      ['get/init', ''],
      ['gettimestamps', ''],
      ['template/name', 'dht,1'],
      ['ota/status', 'OTA success'],
    ];
    for (const [subtopic, payload] of messages) board.publish(subtopic, payload);
    await board.allEchoed();
    await board.leavesWithin(300);
    expect(board.echoes).toHaveLength(messages.length);
    expect(board.inbox.filter(({ subtopic }) => !['timestamps', 'io'].includes(subtopic))).toEqual([]);
  });

  test('check 9: six reports that leave at once come back at once', async () => {
    const { board } = await bench.board();
    await board.subscribe();
    for (const n of [0, 1, 2, 5, 6, 7]) board.publish('ioact', `D${n}:act:1`);
    await board.allEchoed();
    expect(board.echoes).toHaveLength(6);
  });

  test('check 10: nothing is retained, also when a board requests it, and a new subscriber gets nothing from before', async () => {
    const { board, io } = await bench.board();
    await coldBoot(board);
    for (const subtopic of ['io', 'event', 'reboot', 'ota/start', 'data/update']) {
      board.publishTo(`/${board.options.espid}/${subtopic}`, subtopic, { retain: true });
    }
    await board.allEchoed();
    await io({ pin: 'D1', mode: 'digit', value: 1 });
    await board.message('io');
    board.destroy();
    const { board: again } = await bench.connect(board.options);
    await again.subscribe();
    again.publish('info', info);
    const subtopics = await again.leavesWithin(500);
    expect(subtopics.filter((subtopic) => subtopic !== 'timestamps' && subtopic !== 'io')).toEqual([]);
    expect([...board.violations, ...again.violations]).toEqual([]);
  });

  test('check 26: of info with a network name in quotes, address, signal and version are read', async () => {
    const { board, device, log } = await bench.board();
    await board.subscribe();
    board.publish('info', '{"ip":"192.168.1.7","ssid":"a"b\\<script>","RSSI":"-67","v":"1.0.8"}');
    await board.allEchoed();
    expect(await device()).toMatchObject({ ip: '192.168.1.7', ssid: 'a"b\\<script>', rssi: -67, firmware: '1.0.8' });
    await bench.eventually(async () => expect((await log()).map(({ kind }) => kind)).toContain('info'));
  });

  test('check 27: an empty topic is ignored, and the next data/update comes back', async () => {
    const { board, values } = await bench.board();
    board.publishTo('', '', { isEchoed: false });
    board.publish('debug', '');
    board.publish('data/update', '{"humid":75}');
    await board.allEchoed();
    expect(await values()).toEqual({ humid: 75 });
  });
});

describe('check 28: another board', () => {
  test('check 28: is neither reached nor overheard, of the same account or another', async () => {
    const a = await bench.board();
    const sister = await bench.board();
    const stranger = await bench.server.signup('stranger@example.com');
    const foreign = bench.options({ username: `${stranger.email}/${await stranger.connectionKey()}` });
    const { board: b } = await bench.connect(foreign);
    for (const board of [a.board, sister.board, b]) expect(await board.subscribe()).toBe(0);
    for (const filter of [`/${b.options.espid}/#`, `/${sister.espid}/io`, '#', '/#', '/+/#', '$SYS/#', '+/+/+']) {
      expect(await a.board.subscribe(filter), filter).toBe(0x80);
    }
    const targets = [b.options.espid, sister.espid, 'x', '$SYS', ''];
    for (const target of targets) {
      a.board.publishTo(`/${target}/io`, 'D1:digit:1', { isEchoed: false });
      a.board.publishTo(`/${target}/data/update`, '{"humid":1}', { isEchoed: false });
    }
    a.board.publishTo('$SYS/broker/x', 'x', { isEchoed: false });
    b.publish('data/update', '{"humid":75}');
    sister.board.publish('data/update', '{"humid":76}');
    await b.allEchoed();
    await sister.board.allEchoed();
    await bench.pass(300);
    const quiet = [a.board, b, sister.board].flatMap(({ inbox }) => inbox.map(({ subtopic }) => subtopic));
    expect(quiet.filter((subtopic) => subtopic !== 'timestamps')).toEqual([]);
    expect(await sister.values()).toEqual({ humid: 76 });
    expect(a.board.isClosed).toBe(false);
    await b.ping();
    await sister.board.ping();
  });
});
