import { expect, it } from 'vitest';
import { type Playback, rangeHolding, readPlayback, spanOf, stepOf, writePlayback } from './playback.ts';

const now = Date.UTC(2026, 10, 21, 12);
const hour = 3_600_000;
const read = (text: string) => readPlayback(new URLSearchParams(text), now);

it.each<Playback>([
  { at: now - hour, range: '6h' },
  { at: now - 20 * hour, range: '24h' },
  { at: now - 400 * 24 * hour, range: { from: now - 401 * 24 * hour, to: now - 399 * 24 * hour } },
])('comes back from the address as it was written', (playback) => {
  expect(readPlayback(writePlayback(new URLSearchParams('tab=1'), playback), now)).toEqual(playback);
});

it('leaves what else stands in the address, and takes itself out', () => {
  const written = writePlayback(new URLSearchParams('kiosk=1&at=2026-11-21T10:00:00Z&range=6h'), null);
  expect(written.toString()).toBe('kiosk=1');
});

it('shows now for a moment that makes no sense or is to come', () => {
  expect(read('')).toBeNull();
  expect(read('at=yesterday')).toBeNull();
  expect(read('at=2026-11-21T12:00:01Z')).toBeNull();
});

it('takes a longer range when a link has become too old for its own', () => {
  expect(rangeHolding({ at: now - 8 * hour, range: '1h' }, now)).toBe('24h');
  expect(rangeHolding({ at: now - hour, range: '1h' }, now)).toBe('1h');
  expect(rangeHolding({ at: Date.UTC(2025, 10, 21, 12), range: '1h' }, now)).toEqual({
    from: Date.UTC(2025, 10, 21),
    to: Date.UTC(2025, 10, 22),
  });
  const span = { from: now - 9 * hour, to: now - 8 * hour };
  expect(rangeHolding({ at: now, range: span }, now)).toBe(span);
});

it('ends at the present', () => {
  expect(spanOf('1h', now)).toEqual({ from: now - hour, to: now });
  expect(spanOf({ from: now - hour, to: now + hour }, now)).toEqual({ from: now - hour, to: now });
});

it('steps by a round time that suits the range', () => {
  expect(stepOf(spanOf('1h', now))).toBe(5_000);
  expect(stepOf(spanOf('24h', now))).toBe(60_000);
  expect(stepOf(spanOf('30d', now))).toBe(hour);
});
