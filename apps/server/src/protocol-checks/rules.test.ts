import { describe, expect, test } from 'vitest';
import { digit, info, nextEspid, ProtocolBench } from '../../test/protocol-bench.ts';

const bench = ProtocolBench.forThisFile();

describe('rules of section 0 and bugs of 4.5', () => {
  test('rule 4: what a board is to be after its start is split where its buffer ends', async () => {
    const { board, event } = await bench.board();
    await board.subscribe();
    board.publish('info', info);
    await board.message('timestamps');
    const value = 'v'.repeat(60);
    for (let n = 0; n < 8; n++) {
      await event(`setting-${n}`, value);
      await board.message('event');
      board.publish('eventact', `Event:setting-${n}:${value}`);
    }
    await board.allEchoed();
    board.destroy();
    const { board: again } = await bench.connect(board.options);
    await again.subscribe();
    again.publish('get/init');
    await again.message('timestamps');
    const parts = again.inbox.filter(({ subtopic }) => subtopic === 'io');
    expect(parts).toHaveLength(2);
    expect(parts.flatMap(({ text }) => text.split(','))).toHaveLength(8);
    expect(Math.max(...parts.map(({ topic, payload }) => 5 + topic.length + payload.length))).toBeLessThanOrEqual(512);
    expect((parts[1]?.at ?? 0) - (parts[0]?.at ?? 0)).toBeGreaterThanOrEqual(300);
  });

  test('rule 7: a command keeps its distance to the connect sequence', async () => {
    const { board, io } = await bench.board();
    await io(digit('D1', 1));
    await board.message('io');
    board.publish('ioact', 'D1:act:1');
    await board.allEchoed();
    board.destroy();
    const { board: again } = await bench.connect(board.options);
    await again.subscribe();
    again.publish('get/init');
    await io(digit('D2', 1));
    const first = await again.message('io');
    const second = await again.message('io');
    expect([first.text, second.text]).toContain('D2:digit:1');
    expect(second.at - first.at).toBeGreaterThanOrEqual(300);
  });

  test.each([
    ['ESP8266', nextEspid(), { pin: '5', mode: 'digit', value: 1 }],
    ['ESP32', 'ESP32-D0WDQ6-100_28abcde1', { pin: 'D1', mode: 'digit', value: 1 }],
    ['ESP32', 'ESP32-D0WDQ6-100_28abcde2', { pin: '6', mode: 'digit', value: 1 }],
    ['ESP32-C3', 'ESP32-C3-3_28abcde3', { pin: '4', mode: 'DAC', value: 1 }],
  ])('rule 8: an %s is not requested a pin that its chip does not have', async (_, espid, request) => {
    const { board, io } = await bench.board({ espid });
    expect((await io(request)).status).toBe(400);
    expect(await board.leavesWithin(400)).not.toContain('io');
  });

  test('rule 14: infos, reports and update statuses that come again change nothing', async () => {
    const { board, control, device } = await bench.board();
    for (let n = 0; n < 3; n++) {
      board.publish('info', info);
      board.publish('ioact', 'D1:act:1');
      board.publish('ota/status', 'OTA success');
    }
    await board.allEchoed();
    await bench.eventually(async () => expect((await control()).commands).toHaveLength(1));
    expect(await device()).toMatchObject({ online: true, firmware: '1.0.8' });
  });

  test('rule 16: somebody who knows the e-mail and an id gets neither the board nor its commands', async () => {
    const { board, io } = await bench.board();
    const thief = await bench.refused({ ...board.options, username: bench.owner.email });
    expect([4, 5]).toContain(thief.connack.code);
    await io(digit('D1', 1));
    expect((await board.message('io')).text).toBe('D1:digit:1');
    expect(board.isClosed).toBe(false);
  });

  test('B1: an output that is not reported is requested once more after 2 s, and then has failed', async () => {
    const { board, io, control } = await bench.board();
    await io(digit('D1', 1));
    const first = await board.message('io');
    const again = await board.message('io', 4_000);
    expect(again.text).toBe(first.text);
    expect(again.at - first.at).toBeGreaterThanOrEqual(2_000);
    await bench.eventually(async () => expect((await control()).commands[0]?.state).toBe('failed'));
    expect(board.inbox.filter(({ subtopic }) => subtopic === 'io')).toEqual([]);
  });

  test('B2: a board whose messages arrive cut off gets a line in its log', async () => {
    const { board, log, values } = await bench.board();
    const pairs = Array.from({ length: 21 }, (_, n) => `"energy${n}":12345.678`).join(',');
    const whole = `{${pairs}}`;
    // Of n characters the first ((n + 1) mod 256) - 1 arrive.
    board.publish('data/update', whole.slice(0, ((whole.length + 1) % 256) - 1));
    await board.allEchoed();
    expect(Object.keys(await values()).length).toBeGreaterThan(2);
    await bench.eventually(async () =>
      expect((await log()).map(({ text }) => text)).toContainEqual(expect.stringContaining('254 characters')),
    );
  });

  test('B8: a report of a pin that is none is no output', async () => {
    const { board, control } = await bench.board();
    for (const action of ['-1:act:1', '99:act:1', 'pump:act:1']) board.publish('ioact', action);
    await board.allEchoed();
    expect((await control()).outputs).toEqual([]);
  });
});

describe('older firmware (7.1)', () => {
  test('up to 1.0.6: a bare template name, and always three decimals', async () => {
    const { board, device, values } = await bench.board();
    board.publish('template/name', 'dht');
    await board.subscribe();
    board.publish('data/update', '{"humid":75.000,"temp":26.500}');
    await board.allEchoed();
    expect((await device()).template).toBe('dht');
    expect(await values()).toEqual({ humid: 75, temp: 26.5 });
  });

  test('up to 1.0.3: nothing but commands on topics that begin with io or event, whatever the board publishes', async () => {
    const { board, io, event } = await bench.board();
    await board.subscribe();
    for (const subtopic of ['io/init', 'init', 'event/x', 'iox']) board.publish(subtopic, 'x');
    await io(digit('D1', 1));
    await board.message('io');
    board.publish('io', '5:act:1');
    await event('led', '1');
    await board.message('event');
    board.publish('event', 'Event:led:1');
    await board.allEchoed();
    const subtopics = await board.leavesWithin(2_200);
    // The board's own publications came back as echoes; a subtopic that is no command counts as a violation of the
    // bench.
    expect(subtopics.filter((subtopic) => subtopic !== 'timestamps' && subtopic !== 'io')).toEqual([]);
    expect(board.violations).toEqual([]);
  });
});
