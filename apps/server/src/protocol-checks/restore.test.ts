import { describe, expect, test } from 'vitest';
import { type BenchBoard, coldBoot, digit, info, ProtocolBench } from '../../test/protocol-bench.ts';

const bench = ProtocolBench.forThisFile();

/** D1 on, D2 at half, the set point 42; D5 and the event `feed` are momentary. */
async function withSavedOutputs(): Promise<BenchBoard> {
  const device = await bench.board();
  const { board, api, io, event } = device;
  await coldBoot(board);
  // The response to its question, and what ends the connect sequence.
  for (let n = 0; n < 2; n++) await board.message('timestamps');
  await io(digit('D1', 1), { pin: 'D2', mode: 'pwm', value: 128 });
  await board.message('io');
  for (const action of ['D1:act:1', 'D2:act:128']) board.publish('ioact', action);
  const settings = { label: null, widget: 'button', min: null, max: null, step: null, choices: [], locked: false };
  await api('PUT', 'events/feed', { ...settings, momentary: true });
  await api('PUT', 'events/unset', { ...settings, widget: 'text', momentary: false });
  for (const [name, value] of [
    ['setpoint', '42'],
    ['feed', '1'],
  ] as const) {
    await event(name, value);
    await board.message('event');
    board.publish('eventact', `Event:${name}:${value}`);
  }
  await api('PUT', 'outputs/D5', { mode: 'digit', name: 'Valve', locked: false, momentaryMs: 100 });
  await io(digit('D5', 1));
  for (const value of [1, 0]) {
    expect((await board.message('io')).text).toBe(`D5:digit:${value}`);
    board.publish('ioact', `D5:act:${value}`);
  }
  await bench.eventually(async () => {
    expect((await device.control()).commands.filter(({ answeredAt }) => answeredAt === null)).toEqual([]);
  });
  board.destroy();
  await expect.poll(async () => (await device.device()).online).toBe(false);
  return device;
}

const comeBack = async ({ board }: BenchBoard) => (await bench.connect(board.options)).board;

describe('restore', () => {
  test('check 13: get/init gets one io message, without what is momentary or was never set', async () => {
    const board = await comeBack(await withSavedOutputs());
    await coldBoot(board);
    const { text } = await board.message('io');
    expect(text.split(',')).toEqual(['D1:digit:1', 'D2:pwm:128', 'Event:set:42:setpoint']);
    await board.message('timestamps');
    expect(await board.leavesWithin(2_000)).not.toContain('io');
  });

  test('check 13: pump, valves and "Water now" of an irrigation kit stay as they are, its settings come back', async () => {
    const device = await bench.board();
    device.board.publish('template/name', 'smart_farm_nosensor,1');
    for (const [name, value] of [
      ['P', '1'],
      ['c1', '1'],
      ['SQ', '1'],
      ['Pu', '1'],
    ] as const) {
      await device.event(name, value);
      await device.board.message('event');
      device.board.publish('eventact', `Event:${name}:${value}`);
    }
    const { events } = await device.control();
    expect(events.map(({ name, momentary }) => [name, momentary])).toEqual([
      ['P', true],
      ['c1', true],
      ['SQ', true],
      ['Pu', false],
    ]);
    device.board.destroy();
    await expect.poll(async () => (await device.device()).online).toBe(false);
    const board = await comeBack(device);
    board.publish('template/name', 'smart_farm_nosensor,1');
    await board.subscribe();
    board.publish('get/init');
    board.publish('info', info);
    expect((await board.message('io')).text).toBe('Event:set:1:Pu');
  });

  test('"Water now" does not wait for a board that comes back later', async () => {
    const device = await bench.board();
    device.board.publish('template/name', 'smart_farm_nosensor,1');
    await expect.poll(async () => (await device.device()).template).toBe('smart_farm_nosensor');
    device.board.destroy();
    await expect.poll(async () => (await device.device()).online).toBe(false);
    await device.event('SQ', '1');
    await bench.pass(31_000);
    expect((await device.control()).commands).toMatchObject([{ target: 'SQ', state: 'expired' }]);
  });

  test('check 13: the parts of the restore are 300 ms apart', async () => {
    const board = await comeBack(await withSavedOutputs());
    await board.subscribe();
    board.publish('get/init');
    await board.leavesWithin(1_500);
    const afterInit = board.inbox.filter(({ at }) => at >= (board.echoes.at(-1)?.at ?? 0));
    const gaps = afterInit.slice(1).map(({ at }, index) => at - (afterInit[index]?.at ?? 0));
    expect(afterInit.map(({ subtopic }) => subtopic)).toEqual(['io', 'timestamps']);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(300);
  });

  test('check 14: a board that only came back gets the time and no outputs', async () => {
    const board = await comeBack(await withSavedOutputs());
    board.publish('template/name', '0');
    await board.subscribe();
    board.publish('info', info);
    await board.message('timestamps');
    expect(await board.leavesWithin(2_500)).toEqual([]);
  });

  test('check 14: but what was changed meanwhile', async () => {
    const saved = await withSavedOutputs();
    await saved.io(digit('D1', 0));
    const board = await comeBack(saved);
    await board.subscribe();
    board.publish('info', info);
    expect((await board.message('io')).text).toBe('D1:digit:0');
    board.publish('ioact', 'D1:act:0');
    await board.message('timestamps');
    expect(await board.leavesWithin(2_000)).toEqual([]);
  });

  test('check 15: old firmware gets its pins and the time within 2 s, no events, nothing that wipes', async () => {
    const board = await comeBack(await withSavedOutputs());
    await board.subscribe();
    const subscribedAt = Date.now();
    const { text } = await board.message('io', 2_000);
    expect(text).toBe('D1:digit:1,D2:pwm:128');
    expect((await board.message('timestamps')).at - subscribedAt).toBeLessThan(2_000);
    expect(
      (await board.leavesWithin(1_500)).filter((subtopic) => subtopic !== 'timer' && subtopic !== 'automation'),
    ).toEqual([]);
  });

  test('check 15: old firmware whose sketch blocks for seconds before it subscribes gets its pins too', async () => {
    const board = await comeBack(await withSavedOutputs());
    await board.message('timestamps', 2_500);
    expect(board.inbox).toEqual([]);
    await board.subscribe();
    expect((await board.message('io', 2_000)).text).toBe('D1:digit:1,D2:pwm:128');
  });

  test('check 15: firmware 1.0.7, which names a version with its template, gets its events too', async () => {
    const board = await comeBack(await withSavedOutputs());
    board.publish('template/name', 'soil,1');
    await board.subscribe();
    expect((await board.message('io', 2_000)).text).toBe('D1:digit:1,D2:pwm:128,Event:set:42:setpoint');
  });

  test('check 31: after a silent reconnect the board is reached and gets the time', async () => {
    const saved = await withSavedOutputs();
    const board = await comeBack(saved);
    await coldBoot(board);
    await board.message('io');
    await board.message('timestamps');
    // Packet type 0 is reserved (MQTT 3.1.1, 2.2.1): the server hangs up.
    board.send(Buffer.from([0, 0]));
    await board.whenClosed();
    await board.reconnectSilently();
    await saved.io(digit('D1', 0));
    const { text } = await board.message('io', 1_000);
    expect(text).toBe('D1:digit:0');
    board.publish('ioact', 'D1:act:0');
    const time = await board.message('timestamps', 3_000);
    expect(Number(time.text)).toBeGreaterThanOrEqual(0);
    expect(await board.leavesWithin(500)).toEqual([]);
  });
});
