import { describe, expect, test } from 'vitest';
import { coldBoot, ProtocolBench } from '../../test/protocol-bench.ts';

const bench = ProtocolBench.forThisFile();

/** Seconds since Sunday 00:00 at UTC+7; the epoch was a Thursday. */
const bangkokSeconds = (at: number) => (Math.floor(at / 1_000) + 7 * 3_600 + 4 * 86_400) % 604_800;

describe('the clock', () => {
  test('check 11: gettimestamps gets the second of the week in the zone of the account', async () => {
    await bench.owner.api('PATCH', '/api/profile', { timeZone: 'Asia/Bangkok' });
    const { board } = await bench.board();
    board.publish('gettimestamps');
    const { text } = await board.message('timestamps', 0);
    expect(text).toMatch(/^\d{1,6}$/);
    expect(Number(text)).toBe(bangkokSeconds(Date.now()));
  });

  test('check 11: and begins again at midnight from Saturday to Sunday', async () => {
    await bench.owner.api('PATCH', '/api/profile', { timeZone: 'Asia/Bangkok' });
    const { board } = await bench.board();
    await board.message('timestamps');
    const now = Date.now();
    const sunday = now + (604_800 - bangkokSeconds(now)) * 1_000 - (now % 1_000);
    for (const [at, seconds] of [
      [sunday - 1_000, '604799'],
      [sunday, '0'],
      [sunday + 1_000, '1'],
    ] as const) {
      bench.time.set(at);
      board.publish('gettimestamps');
      expect((await board.message('timestamps', 0)).text).toBe(seconds);
    }
    bench.time.set(now);
  });

  test('check 12: a request before the subscription gets another response after it', async () => {
    const { board } = await bench.board();
    board.publish('gettimestamps');
    await board.allEchoed();
    await board.subscribe();
    board.inbox.length = 0;
    board.publish('get/init');
    await board.message('timestamps');
  });

  test('rule 9: every connection gets the time, also a silent one', async () => {
    const { board } = await bench.board();
    await coldBoot(board);
    for (let n = 0; n < 2; n++) await board.message('timestamps');
    expect((await board.reconnectSilently()).code).toBe(0);
    await board.message('timestamps', 2_500);
    expect(await board.leavesWithin(1_000)).toEqual([]);
  });
});
