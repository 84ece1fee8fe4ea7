import { expect, it } from 'vitest';
import { withNextPress } from '../../../../test/next-press.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { deviceSizesOf } from '../../../../test/stored-history.ts';
import { refuse, stubApi } from '../../../../test/stub-api.ts';
import { StoredHistoryCard } from './stored-history-card.tsx';

async function openCard(reply: Parameters<typeof stubApi>[0][string]) {
  stubApi({ 'GET /api/stored-history': reply });
  const { screen } = await renderInApp(<StoredHistoryCard />);
  return screen;
}

it('shows what all devices take now and in a year, and each of five; the rest when it is requested', async () => {
  const sizes = deviceSizesOf(7);
  const screen = await openCard({ sizes: { ...sizes, otherDevices: 2 } });
  await expect.element(screen.getByText('196 MB now, about 644 MB in a year at the present rate.')).toBeVisible();
  const rows = screen.getByRole('table', { name: 'Stored history of your devices' }).getByRole('row');
  await expect.element(rows.nth(1)).toMatchTextContent(/^Board 1\s*49\.0 MB\s*161 MB$/);
  await expect.poll(() => rows.elements().length).toBe(1 + 5);
  await screen.getByRole('button', { name: 'Show all 7' }).click();
  await expect.poll(() => rows.elements().length).toBe(1 + 7);
  await expect.element(screen.getByText('2 more devices store less in a day and are not listed.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Show all/ })).not.toBeInTheDocument();
});

it('shows of very many devices what a year adds', async () => {
  const screen = await openCard({ sizes: { ...deviceSizesOf(5), bytes: null, yearBytes: null, otherDevices: 95 } });
  await expect.element(screen.getByText('A year adds about 320 MB at the present rate.')).toBeVisible();
});

it('shows when the forecast of a new device is known', async () => {
  const [device] = deviceSizesOf(1).devices;
  const screen = await openCard({
    sizes: { ...deviceSizesOf(1), newDevices: 1, devices: [{ ...device, yearBytes: null }] },
  });
  await expect.element(screen.getByText('Not known yet')).toBeVisible();
  await expect.element(screen.getByText(/^1 new device is not in the forecast yet\./)).toBeVisible();
});

it('shows that there is nothing to count', async () => {
  const screen = await openCard({ sizes: deviceSizesOf(0) });
  await expect.element(screen.getByText('You have no devices yet.')).toBeVisible();
});

it('shows that there is too much to count', async () => {
  const screen = await openCard({ sizes: null });
  await expect.element(screen.getByText(/^There is too much history to count it in time\./)).toBeVisible();
});

it('shows that it did not load, and requests it again', async () => {
  let isAway = true;
  const screen = await openCard(() =>
    isAway ? refuse(503, 'unavailable', 'The database is away.') : { sizes: deviceSizesOf(1) },
  );
  withNextPress(() => {
    isAway = false;
  });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('table')).toBeVisible();
});
