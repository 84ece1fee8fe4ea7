import { expect, it } from 'vitest';
import { renderInApp } from '../../../../test/render.tsx';
import { refuseForNow, stubApi } from '../../../../test/stub-api.ts';
import { ExportButton } from './overview-toolbar.tsx';
import { ranges } from './view-params.ts';

it('shows when an export that is refused for now can be tried again', async () => {
  stubApi({ 'GET /api/device/E1/export': refuseForNow });
  const { screen } = await renderInApp(<ExportButton espid="E1" view={{ range: ranges[0], zoom: null }} />);
  await screen.getByRole('button', { name: 'Export CSV' }).click();
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/Export failed.*Too many attempts\. Try again in 30 s\./);
});
