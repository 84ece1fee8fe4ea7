import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { deviceOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { refuseForNow, stubApi } from '../../../../../test/stub-api.ts';
import { lineStylesOf } from '../history-lines.ts';
import { ExportDialog } from './export-dialog.tsx';

async function openDialog() {
  const device = deviceOf({ espid: 'E1' });
  const styles = lineStylesOf([device], [{ espid: 'E1', key: 'temp' }]);
  await renderInApp(
    <ExportDialog devices={[device]} styles={styles} span={{ from: 1, to: 2 }} onClose={() => undefined} />,
  );
}

// A test cannot choose in the dialog of the browser where the file goes.
beforeEach(() => void vi.stubGlobal('showSaveFilePicker', undefined));

it('shows when an export that is refused for now can be tried again', async () => {
  stubApi({ 'GET /api/telemetry/export': refuseForNow });
  await openDialog();
  await page.getByRole('button', { name: 'Save file' }).click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('Export failed. Too many attempts. Try again in 30 s.');
});

it('shows that the connection broke in the middle of the file', async () => {
  const start = (body: ReadableStreamDefaultController) => body.error(new TypeError('network error'));
  stubApi({ 'GET /api/telemetry/export': () => new Response(new ReadableStream({ start })) });
  await openDialog();
  await page.getByRole('button', { name: 'Save file' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent("Export failed. Can't connect to server.");
});

it('announces once that a file is saved, not how far it is', async () => {
  const file = new TransformStream<Uint8Array>();
  stubApi({ 'GET /api/telemetry/export': () => new Response(file.readable) });
  await openDialog();
  const status = page.getByRole('status');
  await expect.element(status).toHaveTextContent('');
  const place = status.element();
  await page.getByRole('button', { name: 'Save file' }).click();
  await file.writable.getWriter().write(new Uint8Array(8));
  await expect.element(page.getByText('8 bytes so far')).toBeVisible();
  await expect.element(status).toHaveTextContent('Saving the file');
  expect(status.element()).toBe(place);
});
