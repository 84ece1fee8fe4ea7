import type { HistoryResponse } from '@cyno/contract';
import { expect, it, vi } from 'vitest';
import { deviceOf } from '../../../../../test/devices.ts';
import { createQueue } from './replay-calls.ts';
import { ReplayTape } from './replay-tape.ts';

const now = Date.UTC(2026, 10, 21, 12);
const hour = 3_600_000;
const range = { from: now - 6 * hour, to: now };

/** A tape of a board that was away for some times, as far as its past has come. */
async function tapeOf(offline: HistoryResponse['offline']) {
  const onChange = vi.fn();
  const tape = new ReplayTape({
    past: {
      history: async ({ from, to }) => ({
        from,
        to,
        resolution: 'raw',
        bucketMs: null,
        times: [],
        series: {},
        offline: offline.filter((gap) => gap.from < to && from < gap.to),
      }),
      values: async () => ({ values: {} }),
      switched: async () => ({ before: [], commands: [] }),
    },
    contents: [],
    range,
    runQueued: createQueue(),
    onChange,
  });
  tape.prepare(now - hour, null);
  // The piece of the moment, the overview of the range, and what was switched.
  await expect.poll(() => onChange.mock.calls).toEqual([[null], [null], [null]]);
  return tape;
}

it('knows of a board that was away since when, and no signal', async () => {
  const tape = await tapeOf([{ from: now - 2 * hour, to: now - hour / 2 }]);
  expect(tape.deviceAt(deviceOf({ lastSeenAt: now, rssi: -61 }), now - hour)).toMatchObject({
    online: false,
    onlineChangedAt: now - 2 * hour,
    lastSeenAt: now - 2 * hour,
    rssi: null,
  });
});

it('was connected since it came back, also where that was long before the moment', async () => {
  const tape = await tapeOf([{ from: now - 5 * hour, to: now - 4 * hour }]);
  const device = tape.deviceAt(deviceOf(), now - hour);
  expect(device).toMatchObject({ online: true, onlineChangedAt: now - 4 * hour });
});

it('does not know since when a board was connected that was never away', async () => {
  const tape = await tapeOf([]);
  expect(tape.deviceAt(deviceOf({ lastSeenAt: now, rssi: -61 }), now - hour)).toMatchObject({
    online: true,
    onlineChangedAt: null,
    lastSeenAt: null,
    rssi: null,
  });
});
