import { expect, it } from 'vitest';
import { renderInApp } from '../../../../test/render.tsx';
import { adminDeviceSizesOf } from '../../../../test/stored-history.ts';
import { refuse, stubApi } from '../../../../test/stub-api.ts';
import { AllStoredHistory } from './all-stored-history.tsx';

async function openPart(reply: Parameters<typeof stubApi>[0][string], freeBytes: number | null = 41e9) {
  stubApi({ 'GET /api/admin/stored-history': reply });
  const { screen } = await renderInApp(<AllStoredHistory freeBytes={freeBytes} />);
  return screen;
}

it('shows what a year adds beside what is free, and the devices that take most with their owners', async () => {
  const screen = await openPart({ sizes: adminDeviceSizesOf(2) });
  await expect
    .element(screen.getByText('A year adds about 128 MB at the present rate. 41.0 GB of disk space is free.'))
    .toBeVisible();
  const table = screen.getByRole('table', { name: 'Devices whose history takes most' });
  await expect.element(table.getByRole('rowheader', { name: /^Board 1/ })).toMatchTextContent(/owner1@example\.com$/);
});

it('shows that a year adds more than is free', async () => {
  const screen = await openPart({ sizes: adminDeviceSizesOf(2) }, 100e6);
  await expect.element(screen.getByText(/Only 100 MB of disk space is free\.$/)).toBeVisible();
});

it('shows what a year adds where the free space is not known', async () => {
  const screen = await openPart({ sizes: adminDeviceSizesOf(2) }, null);
  await expect.element(screen.getByText('A year adds about 128 MB at the present rate.')).toBeVisible();
});

it('shows no sum of a year where all devices are new', async () => {
  const screen = await openPart({ sizes: { ...adminDeviceSizesOf(2), newDevices: 2 } });
  await expect.element(screen.getByRole('table')).toBeVisible();
  await expect.element(screen.getByText(/^A year adds/)).not.toBeInTheDocument();
});

it('shows that there is too much to count, or that it did not load', async () => {
  const screen = await openPart({ sizes: null });
  await expect.element(screen.getByText(/^There is too much history to count it by device in time\./)).toBeVisible();
  const other = await openPart(() => refuse(503, 'unavailable', 'The database is away.'));
  await expect.element(other.getByRole('button', { name: 'Try again' })).toBeVisible();
});
