import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { TalkingSocket } from '../../../../test/shell.ts';
import { stubApi } from '../../../../test/stub-api.ts';
import { startLive } from '../../../lib/live/live-client.ts';
import { OverviewPage } from './overview-page.tsx';

const device = deviceOf();
const emptyHistory = { from: 0, to: 1, resolution: 'raw', bucketMs: null, times: [], series: {}, offline: [] };

function Arriving() {
  const [hasValues, setHasValues] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setHasValues(true)}>
        The first value comes
      </button>
      <OverviewPage device={hasValues ? device : { ...device, variables: [] }} />
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
  const { screen } = await renderInApp(<OverviewPage device={device} />);
  await expect.element(screen.getByRole('radio', { name: '24 h' })).toBeChecked();
});
