import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
import { HistoryPage } from './history-page.tsx';

afterEach(() => page.viewport(1440, 900));

it('shows what to choose where no variable is chosen, and has nothing to export', async () => {
  const device = deviceOf();
  stubApi({ 'GET /api/device/': [device], 'GET /api/device/shared': [] });
  const { screen } = await renderInApp(
    <HistoryPage device={device} useBands={() => ({ bands: [], isCut: false, limits: [] })} />,
    {
      at: '/?v=:',
    },
  );
  await expect.element(screen.getByRole('heading', { name: 'No variable chosen' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Export' })).toBeDisabled();
});

it('leads from a range, such as that of a message, to the dashboard as it was in the middle of it', async () => {
  const device = deviceOf({ espid: 'E1' });
  stubApi({ 'GET /api/device/': [device], 'GET /api/device/shared': [] });
  const { screen } = await renderInApp(
    <HistoryPage device={device} useBands={() => ({ bands: [], isCut: false, limits: [] })} />,
    { at: '/?v=:&from=1793512200000&to=1793513400000' },
  );
  const moment = screen.getByRole('link', { name: 'Play back this moment' });
  await expect.element(moment).toHaveAttribute('href', '/device/E1/Dashboard?at=2026-11-01T06:00:00.000Z');
  await page.viewport(360, 740);
  await expect.element(moment).toBeVisible();
});

it('has one button on a phone, for a sheet with ranges, comparison and variables', async () => {
  await page.viewport(360, 740);
  const device = deviceOf();
  stubApi({ 'GET /api/device/': [device], 'GET /api/device/shared': [] });
  const { screen } = await renderInApp(
    <HistoryPage device={device} useBands={() => ({ bands: [], isCut: false, limits: [] })} />,
    {
      at: '/?v=:&range=90d',
    },
  );
  await screen.getByRole('button', { name: '90 days · 0 variables' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Range and variables' });
  await expect.element(sheet.getByRole('radio', { name: '90 days' })).toBeChecked();
  await sheet
    .getByRole('region', { name: 'Variables' })
    .getByRole('checkbox', { name: /Temperature/ })
    .click();
  await expect.element(sheet.getByRole('checkbox', { name: /Temperature/ })).toBeChecked();
  await sheet.getByRole('button', { name: /Compare with/ }).click();
  await expect.element(screen.getByRole('option', { name: 'The day before' })).toBeVisible();
});
