import { expect, test } from 'vitest';
import { coldBoot, ProtocolBench } from '../../test/protocol-bench.ts';

const bench = ProtocolBench.forThisFile();

test('check 29: a late ping is tolerated, and a silent board is offline 25 to 40 s after its last packet', async () => {
  const { board, device } = await bench.board();
  await coldBoot(board);
  // The ping that was due after 10 s comes 8 s late.
  await bench.time.pass(18_000);
  await board.ping();
  const lastPacketAt = Date.now();
  await bench.time.pass(22_000);
  expect((await device()).online).toBe(true);
  await bench.time.pass(18_000);
  const { online, onlineChangedAt } = await device();
  expect(online).toBe(false);
  expect((onlineChangedAt ?? 0) - lastPacketAt).toBeGreaterThanOrEqual(25_000);
  expect((onlineChangedAt ?? 0) - lastPacketAt).toBeLessThanOrEqual(40_000);
  await board.whenClosed();
});

test('check 29: each ping gets a response at once', async () => {
  const { board } = await bench.board();
  for (let n = 0; n < 4; n++) {
    await board.ping();
    await bench.time.pass(5_000);
  }
  expect(board.isClosed).toBe(false);
});

test('check 29: a board that disconnects is offline at once', async () => {
  const { board, device } = await bench.board();
  board.send(Buffer.from([0xe0, 0]));
  await board.whenClosed();
  expect((await device()).online).toBe(false);
});
