import type { FirmwareImage } from '@cyno/contract';
import { expect, it } from 'vitest';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { callsOf, stubApi } from '../../../../test/stub-api.ts';
import { RolloutDialog } from './rollout-dialog.tsx';

const boards = Array.from({ length: 502 }, (_, at) =>
  deviceOf({ espid: `ESP32-${at}`, name: `Board ${at}`, order: at }),
);
const [board = deviceOf()] = boards;
const image: FirmwareImage = {
  id: 7,
  fileName: 'pump.bin',
  version: '2',
  notes: '',
  family: 'esp32',
  bytes: 1,
  flashBytes: null,
  md5: '',
  uploadedAt: 0,
  runsOn: 0,
};

/** The dialog with so many boards chosen. */
async function openWith(chosen: readonly (typeof board)[]) {
  const calls = stubApi({ 'GET /api/device/': () => boards, 'POST /api/firmware/rollouts': {} });
  const espids = chosen.map(({ espid }) => espid);
  const { screen } = await renderInApp(
    <RolloutDialog device={board} image={image} alsoChosen={espids} onClose={() => undefined} />,
  );
  return { screen, calls };
}

it('updates all boards that are chosen, also more than an address has room for', async () => {
  const { screen, calls } = await openWith(boards.slice(0, 300));
  await screen.getByRole('button', { name: 'Update 300 boards' }).click();
  await expect
    .poll(() => callsOf(calls, 'POST').map(({ body }) => body))
    .toMatchObject([{ espids: boards.slice(0, 300).map(({ espid }) => espid) }]);
});

it('shows how many of the selected boards one rollout has no room for, and takes no more than that', async () => {
  const { screen } = await openWith(boards);
  await expect.element(screen.getByRole('button', { name: 'Update 500 boards' })).toBeEnabled();
  await expect
    .element(screen.getByText('At most 500 boards at once. Left out: 2 of the selected boards.'))
    .toBeVisible();
  await screen.getByRole('checkbox', { name: /^Board 501/ }).click();
  await expect
    .element(screen.getByText('At most 500 boards at once. Left out: 1 of the selected boards.'))
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Update 501 boards' })).toBeDisabled();
});
