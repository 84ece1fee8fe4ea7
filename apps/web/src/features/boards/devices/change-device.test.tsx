import { useState } from 'react';
import { expect, it } from 'vitest';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
import { useChangeDevice } from './change-device.ts';
import { useDevices } from './device-queries.ts';

const first = deviceOf({ espid: 'ESP32-1', name: 'Cold room' });
const second = deviceOf({ espid: 'ESP32-2', name: 'Barn' });

/** Renames one device, or the other one after a press. */
function Page() {
  const devices = useDevices().data ?? [];
  const [espid, setEspid] = useState(first.espid);
  const { mutate } = useChangeDevice(espid);
  return (
    <>
      <p>{devices.map(({ name }) => name).join(', ')}</p>
      <button type="button" onClick={() => mutate({ name: 'Pond' })}>
        Rename {espid}
      </button>
      <button type="button" onClick={() => setEspid(second.espid)}>
        Other device
      </button>
    </>
  );
}

it('changes the device that was renamed, also when another one is shown by then', async () => {
  const response = Promise.withResolvers<object>();
  stubApi({
    'GET /api/device/': [first, second],
    'GET /api/device/shared': [],
    [`PATCH /api/device/${first.espid}`]: () => response.promise,
  });
  const { screen } = await renderInApp(<Page />);
  await expect.element(screen.getByText('Cold room, Barn')).toBeVisible();
  await screen.getByRole('button', { name: 'Rename ESP32-1' }).click();
  await screen.getByRole('button', { name: 'Other device' }).click();
  await expect.element(screen.getByRole('button', { name: 'Rename ESP32-2' })).toBeVisible();
  response.resolve({ ...first, name: 'Pond' });
  await expect.element(screen.getByText('Pond, Barn')).toBeVisible();
});
