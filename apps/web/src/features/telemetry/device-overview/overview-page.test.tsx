import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { deviceOf, variableOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { TalkingSocket } from '../../../../test/shell.ts';
import { stubApi } from '../../../../test/stub-api.ts';
import { startLive } from '../../../lib/live/live-client.ts';
import type { UseBands } from '../history/index.ts';
import { OverviewPage } from './overview-page.tsx';

const device = deviceOf();
const noBands: UseBands = () => ({ bands: [], isCut: false, limits: [] });
const emptyHistory = { from: 0, to: 1, resolution: 'raw', bucketMs: null, times: [], series: {}, offline: [] };

function Arriving() {
  const [hasValues, setHasValues] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setHasValues(true)}>
        The first value comes
      </button>
      <OverviewPage device={hasValues ? device : { ...device, variables: [] }} useBands={noBands} />
    </>
  );
}

it('shows the last quarter of an hour once the first value comes, also before the history has it', async () => {
  stubApi({ [`GET /api/device/${device.espid}/history`]: emptyHistory });
  const { screen } = await renderInApp(<Arriving />);
  await expect.element(screen.getByRole('heading', { name: 'Connected, waiting for the first value' })).toBeVisible();
  await screen.getByRole('button', { name: 'The first value comes' }).click();
  await expect.element(screen.getByRole('radio', { name: '15 min' })).toBeChecked();
});

it('draws the first value also while the history does not have it', async () => {
  vi.stubGlobal('WebSocket', TalkingSocket);
  stubApi({ [`GET /api/device/${device.espid}/history`]: emptyHistory });
  const { screen } = await renderInApp(<Arriving />);
  const stop = startLive({ token: 'session', cache: { take() {}, refetch() {}, close() {} }, onEnded() {} });
  await expect.element(screen.getByRole('heading', { name: 'Connected, waiting for the first value' })).toBeVisible();
  TalkingSocket.last?.emit({
    type: 'points',
    espid: device.espid,
    points: [{ at: Date.now(), values: { temp: 20.5 } }],
  });
  await screen.getByRole('button', { name: 'The first value comes' }).click();
  await expect.element(screen.getByRole('slider')).toHaveAccessibleName(/Last 15 minutes, 20\.5/);
  stop();
});

it('shows the last day of a board that sent nothing today', async () => {
  stubApi({ [`GET /api/device/${device.espid}/history`]: emptyHistory });
  const { screen } = await renderInApp(<OverviewPage device={device} useBands={noBands} />);
  await expect.element(screen.getByRole('radio', { name: '24 h' })).toBeChecked();
});

const useMany: UseBands = () => ({ bands: [], isCut: true, limits: [] });

it('says that there are more alerts than are shaded', async () => {
  stubApi({ [`GET /api/device/${device.espid}/history`]: emptyHistory });
  const { screen } = await renderInApp(<OverviewPage device={device} useBands={useMany} />);
  await expect.element(screen.getByText(/more alerts than are shaded.*Choose a shorter time/)).toBeVisible();
});

const spans: unknown[] = [];
let begin = () => {};
const hot = { key: 'temp', from: 1, to: 8.64e15, tone: 'problem', text: 'Critical: Hot.' } as const;
const useHot: UseBands = (_, span) => {
  const [isHot, setHot] = useState(false);
  spans.push(span);
  begin = () => setHot(true);
  return { bands: isHot ? [hot] : [], isCut: false, limits: [] };
};

it('shades each chart while an alert of its variable was active, also when one comes', async () => {
  const variables = [variableOf('temp', { label: 'Temperature' }), variableOf('humid', { label: 'Humidity' })];
  const times = [Date.now() - 60_000, Date.now() - 1];
  const series = Object.fromEntries(['temp', 'humid'].map((key) => [key, { value: [20, 21], min: null, max: null }]));
  stubApi({ [`GET /api/device/${device.espid}/history`]: { ...emptyHistory, to: Date.now(), times, series } });
  const { screen } = await renderInApp(<OverviewPage device={{ ...device, variables }} useBands={useHot} />, {
    at: '/?range=1h',
  });
  const chart = (name: RegExp) => screen.getByRole('slider', { name });
  await expect.element(chart(/^Temperature/)).toHaveAccessibleName(/Last hour, .*21/);
  begin();
  await expect.element(chart(/^Temperature/)).toHaveAccessibleName(/21.*\. Critical: Hot\.$/);
  await expect.element(chart(/^Humidity/)).toHaveAccessibleName(/Last hour, .*21[^.]*$/);
  expect(spans).toContainEqual({ lastMs: 3_600_000 });
});

it.each([
  ['also before the browser knows what is in view', true],
  ['when its first day is known as well', false],
])('requests the history of the charts once, %s', async (_, isUnseen) => {
  if (isUnseen) vi.spyOn(IntersectionObserver.prototype, 'observe').mockReturnValue();
  const times = [Date.now() - 80_000_000, Date.now() - 1];
  const series = { temp: { value: [20, 21], min: null, max: null } };
  const history = { ...emptyHistory, to: Date.now(), times, series };
  const calls = stubApi({ [`GET /api/device/${device.espid}/history`]: history });
  const ofCharts = () => calls.filter(({ query }) => query.get('keys') === 'temp').length;
  const { screen } = await renderInApp(<OverviewPage device={device} useBands={noBands} />);
  if (isUnseen) await expect.poll(ofCharts).toBe(1);
  else await expect.element(screen.getByRole('slider')).toHaveAccessibleName(/Last 24 hours, .*21/);
  expect(ofCharts()).toBe(1);
  vi.restoreAllMocks();
});
