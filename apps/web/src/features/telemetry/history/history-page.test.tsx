import { expect, it } from 'vitest';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
import { HistoryPage } from './history-page.tsx';

it('shows what to choose where no variable is chosen, and has nothing to export', async () => {
  const device = deviceOf();
  stubApi({ 'GET /api/device/': [device], 'GET /api/device/shared': [] });
  const { screen } = await renderInApp(<HistoryPage device={device} useBands={() => []} />, { at: '/?v=:' });
  await expect.element(screen.getByRole('heading', { name: 'No variable chosen' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Export' })).toBeDisabled();
});
