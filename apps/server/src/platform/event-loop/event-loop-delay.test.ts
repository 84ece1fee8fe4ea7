import { expect, test } from 'vitest';
import { createMetrics } from '../metrics/index.ts';
import { EventLoopDelay } from './event-loop-delay.ts';

const create = () => {
  const metrics = createMetrics();
  return { metrics, loop: new EventLoopDelay({ metrics, now: 0 }) };
};

/** Samples for so many seconds, each so late; returns the instant of the last. */
function run(
  loop: EventLoopDelay,
  { from, seconds, lateMs }: { from: number; seconds: number; lateMs: number },
): number {
  let now = from;
  while (now < from + seconds * 1_000) {
    now += 20 + lateMs;
    loop.sample(now);
  }
  return now;
}

test('reports how late the loop was in the last minute', () => {
  const { loop } = create();
  let now = run(loop, { from: 0, seconds: 10, lateMs: 0 });
  now += 20 + 300;
  loop.sample(now);
  expect(loop.lastMinute()).toMatchObject({ p50Ms: 0, maxMs: expect.closeTo(300, 0) });
  run(loop, { from: now, seconds: 70, lateMs: 5 });
  expect(loop.lastMinute()).toEqual({ p50Ms: 5, p99Ms: 5, maxMs: 5 });
});

test('reports nothing about the time before it began', () => {
  expect(create().loop.load(0)).toEqual({ delay: { p50Ms: 0, p99Ms: 0, maxMs: 0 }, slowForMinutes: null });
});

test('reports it when it is late for five minutes, until it is not', () => {
  const { loop } = create();
  let now = run(loop, { from: 0, seconds: 240, lateMs: 30 });
  expect(loop.load(now).slowForMinutes).toBeNull();
  now = run(loop, { from: now, seconds: 70, lateMs: 30 });
  expect(loop.load(now).slowForMinutes).toBe(5);
  now = run(loop, { from: now, seconds: 70, lateMs: 0 });
  expect(loop.load(now).slowForMinutes).toBeNull();
});

test('is a metric, in seconds', async () => {
  const { metrics, loop } = create();
  run(loop, { from: 0, seconds: 1, lateMs: 40 });
  expect(await metrics.metrics()).toContain('cyno_event_loop_delay_seconds{percentile="99"} 0.04');
});

test('samples by itself once it is started', async () => {
  const { loop } = create();
  loop.start();
  await expect.poll(() => loop.lastMinute().maxMs).toBeGreaterThan(0);
  loop.stop();
});
