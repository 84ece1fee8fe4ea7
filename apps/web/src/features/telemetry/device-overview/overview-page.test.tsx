import { useState } from 'react';
import { expect, it } from 'vitest';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
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

it('shows the last day of a board that sent nothing today', async () => {
  stubApi({ [`GET /api/device/${device.espid}/history`]: emptyHistory });
  const { screen } = await renderInApp(<OverviewPage device={device} />);
  await expect.element(screen.getByRole('radio', { name: '24 h' })).toBeChecked();
});
