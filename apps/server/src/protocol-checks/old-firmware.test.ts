import { describe, expect, test } from 'vitest';
import { type BenchBoard, coldBoot, digit, ProtocolBench } from '../../test/protocol-bench.ts';

const bench = ProtocolBench.forThisFile();

const esp32 = () => ({ espid: `ESP32-D0WDQ6-100_${(0x1a2b3c00 + Math.floor(Math.random() * 255)).toString(16)}` });
const stateOf = async ({ control }: BenchBoard) => (await control()).commands.map(({ state }) => state);
const comeBack = async ({ board }: BenchBoard) => (await bench.connect(board.options)).board;

describe('firmware 1.0.2, which reports nothing of what it is sent', () => {
  test('gets a command once, and its owner reads that it cannot confirm', async () => {
    const device = await bench.board();
    const { board, io } = device;
    await board.subscribe();
    await board.message('timestamps');
    await io(digit('D1', 1));
    expect((await board.message('io')).text).toBe('D1:digit:1');
    expect(await board.leavesWithin(10_000)).not.toContain('io');
    expect((await device.control()).commands).toMatchObject([
      { state: 'unconfirmed', reason: 'Sent. This firmware cannot confirm it.' },
    ]);
  });

  test('is made what it was after its start', async () => {
    const device = await bench.board();
    await device.board.subscribe();
    await device.board.message('timestamps');
    await device.io(digit('D1', 1));
    await device.board.message('io');
    await device.board.leavesWithin(10_000);
    device.board.destroy();
    const board = await comeBack(device);
    await board.subscribe();
    expect((await board.message('io', 2_000)).text).toBe('D1:digit:1');
    expect(await board.leavesWithin(10_000)).not.toContain('io');
  });

  test('that never was, because the board reports after all: a board of 1.0.4 is requested again', async () => {
    const device = await bench.board();
    const { board, io } = device;
    await board.subscribe();
    await board.message('timestamps');
    await io(digit('D1', 1));
    await board.message('io');
    board.publish('ioact', 'D1:act:1');
    await board.allEchoed();
    await io(digit('D1', 0));
    await board.message('io');
    expect((await board.message('io', 3_000)).text).toBe('D1:digit:0');
    await board.leavesWithin(5_000);
    expect(await stateOf(device)).toEqual(['failed', 'acknowledged']);
  });
});

describe('a pin that only the board reported', () => {
  test('is not driven at its next start, since the library drives GPIO 0 for every name that it cannot read', async () => {
    const device = await bench.board(esp32());
    await coldBoot(device.board);
    device.board.publish('ioact', '0:act:1');
    await device.board.allEchoed();
    expect((await device.control()).outputs).toMatchObject([{ pin: '0', reported: 1 }]);
    device.board.destroy();
    const board = await comeBack(device);
    await coldBoot(board);
    await board.message('timestamps');
    expect(await board.leavesWithin(3_000)).not.toContain('io');
  });

  test('is driven when its owner set it up', async () => {
    const device = await bench.board(esp32());
    await coldBoot(device.board);
    await device.api('PUT', 'outputs/4', { mode: 'digit', name: 'Lamp', locked: false, momentaryMs: null });
    device.board.publish('ioact', '4:act:1');
    await device.board.allEchoed();
    device.board.destroy();
    const board = await comeBack(device);
    await coldBoot(board);
    expect((await board.message('io')).text).toBe('4:digit:1');
  });
});
