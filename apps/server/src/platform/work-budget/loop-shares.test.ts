import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LoopShares, type LoopUser } from './loop-shares.ts';

const limits = { bytesPerSecond: 1_000, burstBytes: 1_000, msPerSecond: 100, burstMs: 10 };
const pieceMs = 5;
let shares: LoopShares;
/** The time of performance.now(). */
let now: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  now = 0;
  shares = new LoopShares(limits, pieceMs);
});
afterEach(() => {
  vi.useRealTimers();
});

function passes(ms: number): void {
  vi.advanceTimersByTime(ms);
  now += ms;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Has so many pieces of work, each of which takes so long. */
function userWith(done: string[], options: { name: string; owner: string; pieces: number; ms: number }): LoopUser {
  const { name, owner, ms } = options;
  let left = options.pieces;
  const user = {
    work(until: number) {
      while (left > 0 && now < until) {
        left -= 1;
        passes(ms);
        done.push(name);
      }
      if (left > 0) shares.queue(owner, user);
    },
  };
  return user;
}

it('reports who has used up its share, until time has paid for it', () => {
  shares.spend('busy', { bytes: 0, ms: 20 }, now);
  const isWithin = (owner: string) => shares.isWithinShare(owner, now);
  expect([isWithin('busy'), isWithin('calm')]).toEqual([false, true]);
  passes(150);
  expect(isWithin('busy')).toBe(true);
});

it('does one piece of an owner in a turn of the loop, and lets others have theirs in between', async () => {
  const done: string[] = [];
  shares.queue('busy', userWith(done, { name: 'busy', owner: 'busy', pieces: 15, ms: 1 }));
  shares.queue('calm', userWith(done, { name: 'calm', owner: 'calm', pieces: 1, ms: 1 }));
  const perTurn: string[] = [];
  for (let turns = 0; turns < 4; turns += 1) {
    await turn();
    perTurn.push(done.splice(0).join(' '));
  }
  const piece = Array(pieceMs).fill('busy').join(' ');
  expect(perTurn).toEqual([piece, 'calm', piece, piece]);
});

it('gives the users of one owner their turns, many in one piece when they have little to do', async () => {
  const done: string[] = [];
  for (let user = 1; user <= 20; user += 1) {
    shares.queue('busy', userWith(done, { name: `user ${user}`, owner: 'busy', pieces: 1, ms: 0 }));
  }
  await turn();
  expect(done).toEqual(Array.from({ length: 20 }, (_, index) => `user ${index + 1}`));
});

it('lets a user with a lot of work not keep another of its owner from its turn', async () => {
  const done: string[] = [];
  shares.queue('busy', userWith(done, { name: 'large', owner: 'busy', pieces: 20, ms: 1 }));
  shares.queue('busy', userWith(done, { name: 'small', owner: 'busy', pieces: 1, ms: 1 }));
  while (done.length < 21) await turn();
  expect(done.indexOf('small')).toBe(pieceMs);
});
