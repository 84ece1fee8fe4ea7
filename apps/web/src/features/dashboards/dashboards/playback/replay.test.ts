import type { HistoryResponse } from '@cyno/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deviceOf } from '../../../../../test/devices.ts';
import { controlOf } from '../../../../../test/widgets.ts';
import { Replay } from './replay.ts';

const range = { from: 1_000_000, to: 2_000_000 };

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

/** What happened to a board that was away, as the server cuts its absences to the range. */
async function eventsOf(offline: HistoryResponse['offline']) {
  const replay = new Replay({
    parts: [{ device: deviceOf({ name: 'Shed' }), contents: [] }],
    range,
    moment: range.from,
    pastOf: () => ({
      history: async ({ from, to }) => ({
        from,
        to,
        resolution: 'raw',
        bucketMs: null,
        times: [],
        series: {},
        offline,
      }),
      values: async () => ({ values: {} }),
      switched: async () => ({ before: [], commands: [] }),
    }),
    controlOf: (espid) => ({ queryKey: ['control', espid], queryFn: async () => controlOf() }),
  });
  await expect.poll(() => replay.events.length).toBeGreaterThan(0);
  replay.stop();
  return replay.events.map(({ at, tone }) => [at, tone]);
}

it('knows when a board went away and came back within the range, not at its edges', async () => {
  expect(
    await eventsOf([
      { from: range.from, to: 1_200_000 },
      { from: 1_400_000, to: 1_500_000 },
      { from: 1_900_000, to: range.to },
    ]),
  ).toEqual([
    [1_200_000, 'online'],
    [1_400_000, 'offline'],
    [1_500_000, 'online'],
    [1_900_000, 'offline'],
  ]);
});
