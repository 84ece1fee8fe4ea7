import type { HistoryResponse, WidgetContent } from '@cyno/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { deviceOf } from '../../../../../test/devices.ts';
import { commandOf } from '../../../../../test/widgets.ts';
import { noteServerTime } from '../../../../lib/live/live-client.ts';
import type { PastCalls } from '../source/past-calls.ts';
import { createQueue } from './replay-calls.ts';
import { ReplayTape } from './replay-tape.ts';

const now = Date.UTC(2026, 10, 21, 12);
const hour = 3_600_000;
const range = { from: now - 6 * hour, to: now };

afterEach(() => {
  vi.restoreAllMocks();
  noteServerTime({ type: 'ready', now: Date.now() });
});

type Setting = { offline?: HistoryResponse['offline']; contents?: readonly WidgetContent[]; past?: Partial<PastCalls> };

/** A tape of a board that was away for some times. */
function newTape({ offline = [], contents = [], past = {} }: Setting) {
  const onChange = vi.fn();
  const history = vi.fn<PastCalls['history']>(async ({ from, to }) => ({
    from,
    to,
    resolution: 'raw',
    bucketMs: null,
    times: [],
    series: {},
    // Cut to the range, as the server does it.
    offline: offline
      .filter((gap) => gap.from < to && from < gap.to)
      .map((gap) => ({ from: Math.max(gap.from, from), to: Math.min(gap.to, to) })),
  }));
  const tape = new ReplayTape({
    past: {
      history,
      values: async () => ({ values: {} }),
      switched: async () => ({ before: [], commands: [] }),
      ...past,
    },
    contents,
    range,
    runQueued: createQueue(),
    onChange,
  });
  return { tape, onChange, history };
}

/** A tape as far as its past has come. */
async function tapeOf(offline: HistoryResponse['offline']) {
  const { tape, onChange } = newTape({ offline });
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

it('does not know since when a board was away that was so before the range', async () => {
  const tape = await tapeOf([
    { from: now - 9 * hour, to: now - 8 * hour },
    { from: now - 7 * hour, to: now - hour / 2 },
  ]);
  const unknown = { online: false, onlineChangedAt: null, lastSeenAt: null };
  expect(tape.deviceAt(deviceOf({ lastSeenAt: now }), now - hour)).toMatchObject(unknown);
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

it('fetches what was switched again after a failure', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const command = commandOf({ answeredAt: now - hour });
  const switched = vi
    .fn<PastCalls['switched']>()
    .mockRejectedValueOnce(new Error('The server is busy.'))
    .mockResolvedValue({ before: [], commands: [command] });
  const { tape, onChange } = newTape({ past: { switched } });
  tape.prepare(now - hour, null);
  await expect.poll(() => onChange.mock.calls.length).toBe(3);
  expect(tape.switched).toEqual([]);
  clock.mockReturnValue(5_000);
  tape.prepare(now - hour, null);
  await expect.poll(() => tape.switched).toEqual([command]);
  tape.prepare(now - hour, null);
  expect(switched).toHaveBeenCalledTimes(2);
});

it('fetches as many points of a month as a live chart has, for each hour its own', () => {
  const { tape, history } = newTape({ contents: [{ type: 'heatmap', title: 'Week', key: 'temp', minutes: 43_200 }] });
  tape.prepare(now - hour, null);
  const drawn = history.mock.calls.map(([query]) => query).filter(({ keys }) => keys?.includes('temp'));
  expect(drawn.map(({ points }) => points)).toEqual([750, 750]);
});

it('knows when the newest piece was whole by the clock of the server', async () => {
  noteServerTime({ type: 'ready', now: Date.now() + 10 * hour });
  const { tape, onChange, history } = newTape({});
  const moment = Date.now() + 9 * hour;
  tape.prepare(moment, null);
  await expect.poll(() => onChange.mock.calls.length).toBe(3);
  const { length } = history.mock.calls;
  tape.prepare(moment, null);
  expect(history.mock.calls).toHaveLength(length);
});
