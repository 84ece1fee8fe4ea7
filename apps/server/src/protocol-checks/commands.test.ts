import { describe, expect, test } from 'vitest';
import type { ProtocolBoard } from '../../test/boards/protocol-board.ts';
import { digit, ProtocolBench } from '../../test/protocol-bench.ts';

const bench = ProtocolBench.forThisFile();

/** Takes all `io` messages of a time; returns each with the reports that the library would send. */
async function obey(board: ProtocolBoard, forMs: number): Promise<{ text: string; at: number }[]> {
  const taken: { text: string; at: number }[] = [];
  const until = Date.now() + forMs;
  for (let left = forMs; left > 0; left = until - Date.now()) {
    const message = await board.message('io', left).catch(() => undefined);
    if (!message) break;
    taken.push(message);
    for (const segment of message.text.split(',')) {
      const [pin, , value] = segment.split(':');
      board.publish('ioact', `${pin}:act:${value}`);
    }
  }
  return taken;
}

describe('check 22: outputs', () => {
  test('check 22: five changes within a second end in the last one, at least 300 ms apart', async () => {
    const { board, io, control } = await bench.board();
    await board.subscribe();
    const messages: Awaited<ReturnType<typeof obey>> = [];
    for (const value of [1, 0, 1, 0, 1]) {
      await io(digit('D1', value));
      messages.push(...(await obey(board, 200)));
    }
    messages.push(...(await obey(board, 1_500)));
    expect(messages.at(-1)?.text).toBe('D1:digit:1');
    const gaps = messages.slice(1).map(({ at }, index) => at - (messages[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(300);
    expect((await control()).outputs).toMatchObject([{ pin: 'D1', reported: 1, wanted: null }]);
  });

  test('check 22: several pins that change together leave in one message', async () => {
    const { board, io } = await bench.board();
    await io(digit('D1', 1), digit('D5', 0), { pin: 'D2', mode: 'pwm', value: 128 });
    expect((await obey(board, 1_000)).map(({ text }) => text)).toEqual(['D1:digit:1,D5:digit:0,D2:pwm:128']);
  });
});

describe('check 23: the same event twice', () => {
  test('check 23: the second leaves only after the report of the first', async () => {
    const { board, event } = await bench.board();
    await event('led', '1');
    const first = await board.message('event');
    await event('led', '1');
    expect(await board.leavesWithin(1_200)).not.toContain('event');
    board.publish('eventact', 'Event:led:1');
    // Its echo ends the wait, well before the 2 s without one.
    const second = await board.message('event', 1_000);
    expect(second.text).toBe('Event:led:1');
    expect(second.at - first.at).toBeGreaterThanOrEqual(1_200);
  });

  test('check 23: or after 2 s without one', async () => {
    const { board, event } = await bench.board();
    await event('led', '1');
    const first = await board.message('event');
    await event('led', '1');
    const second = await board.message('event', 3_000);
    expect(second.at - first.at).toBeGreaterThanOrEqual(2_000);
  });
});

test('check 24: the same report three times is one change', async () => {
  const { board, control } = await bench.board();
  for (let n = 0; n < 3; n++) {
    board.publish('eventact', 'Event:led:1');
    await board.allEchoed();
  }
  await bench.eventually(async () => expect((await control()).commands).toHaveLength(1));
  const { events, commands } = await control();
  expect(events).toMatchObject([{ name: 'led', reported: '1', changedBy: { kind: 'board' } }]);
  expect(commands).toMatchObject([{ kind: 'event', target: 'led', value: '1' }]);
  board.publish('eventact', 'Event:led:1');
  await board.allEchoed();
  expect((await control()).commands).toHaveLength(1);
});

describe('check 35: firmware 1.0.2', () => {
  test('check 35: its reports on io and event are reports, come back, and are no commands', async () => {
    const { board, control } = await bench.board();
    await board.subscribe();
    board.publish('io', '5:act:1');
    board.publish('event', 'Event:x:1');
    await board.allEchoed();
    await bench.eventually(async () => expect((await control()).commands).toHaveLength(2));
    const { outputs, events, commands } = await control();
    expect(events).toMatchObject([{ name: 'x', reported: '1' }]);
    // GPIO 5 is what everybody calls D1.
    expect(outputs).toMatchObject([{ pin: 'D1', reported: 1 }]);
    expect(commands.map(({ actor }) => actor.kind)).toEqual(['board', 'board']);
    const subtopics = await board.leavesWithin(500);
    expect(subtopics.filter((subtopic) => subtopic !== 'timestamps')).toEqual([]);
    expect(board.echoes).toHaveLength(2);
  });

  test('check 35: its report confirms a command', async () => {
    const { board, io, control } = await bench.board();
    await io(digit('D1', 1));
    expect((await board.message('io')).text).toBe('D1:digit:1');
    board.publish('io', '5:act:1');
    await bench.eventually(async () => expect((await control()).commands).toMatchObject([{ state: 'acknowledged' }]));
  });
});

describe('check 21: what cannot be sent', () => {
  test.each([
    ['name', ''],
    ['name', 'a:b'],
    ['name', 'a,b'],
    ['name', 'a\u0000'],
    ['name', 'a\n'],
    ['value', ''],
    ['value', '1:2'],
    ['value', '1,D1:digit:1'],
    ['value', 'a\u0007'],
  ])('check 21: an event whose %s is %j is refused with a sentence, and nothing is sent', async (field, text) => {
    const { board, api, control } = await bench.board();
    const response = await api('POST', 'event', { name: 'led', value: '1', [field]: text });
    expect(response.status).toBe(400);
    expect(response.body.error).toMatch(/\w{3}.*\.$/);
    expect((await control()).commands).toEqual([]);
    expect(await board.leavesWithin(20)).toEqual([]);
  });
});
