import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
import { useDevice } from './device-queries.ts';
import { NameRequest } from './name-request.tsx';

beforeEach(() => localStorage.clear());

const espid = 'ESP32-D0WDQ6-100_28ab1176';
const unnamed = deviceOf({ espid, name: espid, template: 'soilsensor' });

function Page() {
  const device = useDevice(espid);
  return (
    device && (
      <>
        <h1>{device.name}</h1>
        <NameRequest device={device} />
      </>
    )
  );
}

async function open(device = unnamed) {
  const calls = stubApi({
    'GET /api/device/': [device],
    'GET /api/device/shared': [],
    [`PATCH /api/device/${espid}`]: { ...unnamed, name: 'Greenhouse' },
  });
  return { calls, ...(await renderInApp(<Page />)) };
}

it('asks for the name of a board that has none, and saves it', async () => {
  const { screen, calls } = await open();
  await expect.element(screen.getByRole('heading', { name: 'Soil kit 1176' })).toBeVisible();
  await userEvent.fill(screen.getByLabelText('What do you call this device?'), ' Greenhouse ');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.element(screen.getByRole('heading', { name: 'Greenhouse' })).toBeVisible();
  await expect.element(screen.getByRole('form')).not.toBeInTheDocument();
  expect(calls.at(-1)).toMatchObject({ method: 'PATCH', body: { name: 'Greenhouse' } });
});

it('is not asked again in a browser where it was dismissed', async () => {
  const first = await open();
  await userEvent.click(first.screen.getByRole('button', { name: 'Not now' }));
  await expect.element(first.screen.getByRole('form')).not.toBeInTheDocument();
  await first.screen.unmount();
  const second = await open();
  await expect.element(second.screen.getByRole('heading', { name: 'Soil kit 1176' })).toBeVisible();
  await expect.element(second.screen.getByRole('form')).not.toBeInTheDocument();
});
