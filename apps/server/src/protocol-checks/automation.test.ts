import type { Automation, AutomationState } from '@cyno/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type BenchBoard, coldBoot, nextEspid, ProtocolBench } from '../../test/protocol-bench.ts';

const bench = ProtocolBench.forThisFile();

beforeAll(async () => {
  await bench.owner.api('PATCH', '/api/profile', { timeZone: 'Asia/Bangkok' });
  // No test meets midnight: it is noon at UTC+7.
  bench.time.set(Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 5 * 3_600_000);
});

/** The second of the day at UTC+7, so many seconds from now. */
const bangkokSecond = (inSeconds: number) => (Math.floor(Date.now() / 1_000) + 7 * 3_600 + inSeconds) % 86_400;
const bangkokDate = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);

const pinOf = (espid: string) => (espid.startsWith('ESP8266') ? 'D1' : '4');
const output = (pin: string, value: number) => ({ kind: 'output', pin, mode: 'digit', value });
const event = (name: string, value: string) => ({ kind: 'event', name, value });
const timer = (secondOfDay: number, action: object, repeat: object = { type: 'daily' }) => ({
  kind: 'timer',
  at: { type: 'time', secondOfDay },
  repeat,
  action,
});
const rule = (espid: string, threshold: number, action: object, key = 'temp') => ({
  kind: 'rule',
  conditions: [{ espid, key, comparison: '>', threshold, release: null }],
  forSeconds: 0,
  action,
  back: null,
  limit: null,
  activeHours: null,
});

/** A board with firmware 1.0.8 that has started and sent a value. */
async function startedBoard(espid = nextEspid()): Promise<BenchBoard> {
  const device = await bench.board({ espid });
  await coldBoot(device.board);
  device.board.publish('data/update', '{"temp":20}');
  for (let n = 0; n < 2; n++) await device.board.message('timestamps');
  return device;
}

async function save({ api }: BenchBoard, definition: object): Promise<Automation> {
  const response = await api('POST', 'automations', { name: null, enabled: true, definition });
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body;
}

/** Waits until the board has all that it can have; returns its newest list, and where each automation runs. */
async function settled({ board, api }: BenchBoard, subtopic: 'timer' | 'automation') {
  const state = await bench.eventually(async () => {
    const { automations }: AutomationState = (await api('GET', 'automations')).body;
    expect(automations.filter(({ placement }) => placement.delivered === false)).toEqual([]);
    return automations;
  });
  const list = board.inbox.findLast((one) => one.subtopic === subtopic);
  return {
    entries: list?.text.split(',') ?? [],
    list,
    onServer: state.filter(({ placement }) => placement.where === 'server'),
  };
}

const secondsOf = (entries: readonly string[]) => entries.map((entry) => Number(entry.split(':')[0]));

describe('timers and rules', () => {
  test('check 16: clearing all timers and rules sends no, never nothing', async () => {
    const device = await startedBoard();
    const made = [
      await save(device, timer(25_200, output('D1', 1))),
      await save(device, rule(device.espid, 30, output('D2', 1))),
    ];
    expect((await device.board.message('timer')).text).toBe('25200:e:g:D1:d:1');
    expect((await device.board.message('automation')).text).toBe('g:temp:>:30:D2:digit:1');
    for (const { id } of made) expect((await device.api('DELETE', `automations/${id}`)).status).toBeLessThan(300);
    expect((await device.board.message('timer')).text).toBe('no');
    expect((await device.board.message('automation')).text).toBe('no');
  });

  test.each([
    ['ESP8266', nextEspid(), 20],
    ['ESP32', 'ESP32-D0WDQ6-100_28abcdef', 40],
  ] as [string, string, number][])(
    'check 18: 45 timers are at most what an %s takes, and the server runs the rest',
    async (_, espid, max) => {
      const device = await startedBoard(espid);
      for (let n = 0; n < 45; n++) await save(device, timer(n * 60, output(pinOf(espid), n % 2)));
      const { entries, onServer } = await settled(device, 'timer');
      expect(entries.length).toBeLessThanOrEqual(max);
      expect(entries.length).toBeGreaterThan(max / 2);
      expect(onServer).toHaveLength(45 - entries.length);
      expect(device.board.violations).toEqual([]);
    },
  );

  test.each([
    ['ESP8266', nextEspid(), 512],
    ['ESP32', 'ESP32-D0WDQ6-100_28abcdee', 1024],
  ] as [string, string, number][])(
    'check 18: timers and rules of the greatest length fit into the buffer of an %s',
    async (_, espid, buffer) => {
      const device = await startedBoard(espid);
      const longest = (n: number) => event(`${n}`.padEnd(32, 'n'), 'v'.repeat(64));
      const key = 'k'.repeat(32);
      device.board.publish('data/update', `{"${key}":20}`);
      await device.board.allEchoed();
      for (let n = 0; n < 18; n++) {
        if (n < 10) await save(device, timer(n * 60, longest(n)));
        await save(device, rule(espid, 100_000.125 + n, output(pinOf(espid), 1), key));
      }
      for (const subtopic of ['timer', 'automation'] as const) {
        const { entries, list, onServer } = await settled(device, subtopic);
        expect(entries.length).toBeGreaterThan(0);
        expect(onServer.length).toBeGreaterThan(0);
        // 1 byte type, 2 length, 2 length of the topic (MQTT 3.1.1, 3.3).
        expect(5 + (list?.topic.length ?? 0) + (list?.payload.length ?? 0)).toBeLessThanOrEqual(buffer);
      }
      expect(device.board.violations).toEqual([]);
    },
  );

  test('check 19: two timers at one second run apart, and a weekly one of a pin is sent by the server', async () => {
    const device = await startedBoard();
    const everyDay = { type: 'weekly', days: [0, 1, 2, 3, 4, 5, 6] };
    await save(device, timer(25_200, output('D1', 1)));
    await save(device, timer(25_200, output('D2', 1)));
    const due = bangkokSecond(4);
    await save(device, timer(due, output('D5', 1), everyDay));
    const { entries } = await settled(device, 'timer');
    expect(new Set(secondsOf(entries)).size).toBe(2);
    expect(entries.filter((entry) => entry.includes(':w:'))).toEqual([]);
    const sent = await device.board.message('io', 8_000);
    expect(sent.text).toBe('D5:digit:1');
    expect(bangkokSecond(0)).toBe(due);
  });

  test('check 20: a timer for once is gone after the board has run it', async () => {
    const device = await startedBoard();
    await save(device, timer(25_200, output('D2', 1)));
    const due = bangkokSecond(5);
    await save(device, timer(due, output('D1', 1), { type: 'once', date: bangkokDate() }));
    const { entries } = await settled(device, 'timer');
    expect(entries).toContain(`${due}:o:g:D1:d:1`);
    await bench.eventually(async () => expect(bangkokSecond(0)).toBe(due));
    device.board.publish('ioact', 'D1:act:1');
    await device.board.allEchoed();
    device.board.destroy();
    const { board: again } = await bench.connect(device.board.options);
    await coldBoot(again);
    expect((await again.message('timer')).text).toBe('25200:e:g:D2:d:1');
  });

  test.each([
    ['the name of an event', (_: string) => timer(60, event('a:b', '1'))],
    ['the value of an event', (_: string) => timer(60, event('led', '1,2'))],
    ['an empty value', (_: string) => timer(60, event('led', ''))],
    ['a control character', (_: string) => timer(60, event('led', 'a\u0001'))],
    ['the value of a rule', (espid: string) => rule(espid, 1, event('led', '1:2'))],
    ['a pin that is none', (_: string) => timer(60, output('5', 1))],
  ])(
    'check 21: %s that a board cannot be sent is refused with a sentence, and nothing is sent',
    async (_, definition) => {
      const device = await startedBoard();
      const before = device.board.inbox.length;
      const response = await device.api('POST', 'automations', {
        name: null,
        enabled: true,
        definition: definition(device.espid),
      });
      expect(response.status).toBe(400);
      expect(response.body.error).toMatch(/\w{3}.*\.$/);
      expect(await device.board.leavesWithin(400)).toHaveLength(before);
    },
  );
});
