import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { variableOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { DeviceSeries } from './device-series.ts';
import { TextCard } from './text-card.tsx';

const hour = 3_600_000;
const start = Date.UTC(2026, 10, 21, 8);

/** The card of a mode that was Day, then Night, and is Day. */
async function open(zoom: { from: number; to: number } | null) {
  const series = new DeviceSeries();
  series.take([
    { at: start, values: { mode: 'Day' } },
    { at: start + 2 * hour, values: { mode: 'Night' } },
    { at: start + 5 * hour, values: { mode: 'Day' } },
  ]);
  await renderInApp(<TextCard series={series} variable={variableOf('mode')} zoom={zoom} loading={false} />);
}

it('has what the board sends now', async () => {
  await open(null);
  const entries = page.getByRole('listitem');
  await expect.element(entries.nth(0)).toMatchTextContent(/Day ?now$/);
  await expect.element(entries.nth(1)).toMatchTextContent(/Night ?for 3 h$/);
  await expect.element(entries.nth(2)).toMatchTextContent(/or earlier ?Day ?for 2 h$/);
});

it('has only what changed in a view of the past, and calls none of it present', async () => {
  await open({ from: start - hour, to: start + 4 * hour });
  const entries = page.getByRole('listitem');
  await expect.element(entries.nth(0)).toMatchTextContent(/Night$/);
  await expect.element(entries.nth(1)).toMatchTextContent(/or earlier ?Day ?for 2 h$/);
  expect(entries.elements()).toHaveLength(2);
});
