import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ReplayClock, turns } from './replay-clock.ts';

const range = { from: 0, to: 100_000 };
let frames: ((now: number) => void)[] = [];
let now = 0;
let isReady = true;

beforeEach(() => {
  frames = [];
  now = 0;
  isReady = true;
  vi.stubGlobal('requestAnimationFrame', (draw: (now: number) => void) => frames.push(draw));
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = [];
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Draws frames of a fiftieth of a second. */
function draw(count: number) {
  for (let drawn = 0; drawn < count && frames.length > 0; drawn++) {
    now += 20;
    const due = frames;
    frames = [];
    for (const one of due) one(now);
  }
}

const clockAt = (moment: number) => new ReplayClock({ moment, range, isReady: () => isReady });

it('continues at the chosen speed, and stops at the end', () => {
  const clock = clockAt(1_000);
  clock.setSpeed(10);
  clock.play();
  draw(51);
  expect(clock.moment).toBe(1_000 + 50 * 20 * 10);
  clock.setSpeed(600);
  draw(100);
  expect(clock.moment).toBe(range.to);
  expect(clock.isPlaying).toBe(false);
  draw(turns);
  expect(frames).toEqual([]);
});

it('waits for what is on its way', () => {
  const clock = clockAt(1_000);
  clock.play();
  draw(2);
  const before = clock.moment;
  isReady = false;
  draw(10);
  expect([clock.moment, clock.isWaiting]).toEqual([before, true]);
  isReady = true;
  draw(1);
  expect([clock.moment, clock.isWaiting]).toEqual([before + 20, false]);
});

it('draws each turn once, then rests', () => {
  const clock = clockAt(1_000);
  const before = Array.from({ length: turns }, (_, turn) => clock.frameAt(turn));
  clock.seek(5_000);
  draw(1);
  expect(before.filter((frame, turn) => frame !== clock.frameAt(turn))).toHaveLength(1);
  draw(100);
  expect(before.map((_, turn) => clock.frameAt(turn).moment)).toEqual(Array(turns).fill(5_000));
  expect(frames).toEqual([]);
});

it('keeps what a turn shows as long as nothing has changed', () => {
  const clock = clockAt(1_000);
  clock.seek(2_000);
  draw(100);
  const frame = clock.frameAt(0);
  clock.seek(2_000);
  draw(100);
  expect(clock.frameAt(0)).toBe(frame);
  clock.touch();
  draw(100);
  expect(clock.frameAt(0)).not.toBe(frame);
});

it('stays within its range', () => {
  const clock = clockAt(500_000);
  expect(clock.moment).toBe(range.to);
  clock.seek(-1);
  expect(clock.moment).toBe(range.from);
});
