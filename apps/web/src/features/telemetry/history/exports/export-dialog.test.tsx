import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { deviceOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { refuseForNow, stubApi } from '../../../../../test/stub-api.ts';
import { lineStylesOf } from '../history-lines.ts';
import { ExportDialog } from './export-dialog.tsx';

it('shows when an export that is refused for now can be tried again', async () => {
  // A test cannot choose in the dialog of the browser where the file goes.
  vi.stubGlobal('showSaveFilePicker', undefined);
  stubApi({ 'GET /api/telemetry/export': refuseForNow });
  const device = deviceOf({ espid: 'E1' });
  const styles = lineStylesOf([device], [{ espid: 'E1', key: 'temp' }]);
  await renderInApp(
    <ExportDialog devices={[device]} styles={styles} span={{ from: 1, to: 2 }} onClose={() => undefined} />,
  );
  await page.getByRole('button', { name: 'Save file' }).click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('Export failed. Too many attempts. Try again in 30 s.');
});
