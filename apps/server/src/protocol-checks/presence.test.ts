import { describe, expect, test, vi } from 'vitest';
import { coldBoot, ProtocolBench } from '../../test/protocol-bench.ts';

const bench = ProtocolBench.forThisFile();
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

// Real time, all at once: a board that answers late must not be taken for one that is gone.
describe.concurrent('presence', () => {
  test('check 29: a late ping is tolerated, and a silent board is offline 25 to 40 s after its last packet', async () => {
    const { board, device } = await bench.board();
    await coldBoot(board);
    // The ping that was due after 10 s comes 8 s late.
    await wait(18_000);
    expect(await board.ping()).toBeLessThan(1_000);
    const lastPacketAt = Date.now();
    await wait(22_000);
    expect((await device()).online).toBe(true);
    await vi.waitFor(async () => expect((await device()).online).toBe(false), { timeout: 20_000, interval: 100 });
    const { onlineChangedAt } = await device();
    expect((onlineChangedAt ?? 0) - lastPacketAt).toBeGreaterThanOrEqual(25_000);
    expect((onlineChangedAt ?? 0) - lastPacketAt).toBeLessThanOrEqual(40_000);
    expect(board.isClosed).toBe(true);
  });

  test('check 29: each ping is answered within 1 s', async () => {
    const { board } = await bench.board();
    for (let n = 0; n < 4; n++) {
      expect(await board.ping()).toBeLessThan(1_000);
      await wait(5_000);
    }
    expect(board.isClosed).toBe(false);
  });

  test('check 29: a board that says goodbye is offline at once', async () => {
    const { board, device } = await bench.board();
    board.send(Buffer.from([0xe0, 0]));
    await vi.waitFor(async () => expect((await device()).online).toBe(false), { timeout: 2_000 });
  });
}, 60_000);
