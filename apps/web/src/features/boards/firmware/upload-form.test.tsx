import { expect, it, vi } from 'vitest';
import { esp32Image } from '../../../../test/firmware-images.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { hasUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
import { UploadForm } from './upload-form.tsx';

/** A request that stays under way until the test ends it. */
class HeldRequest extends EventTarget {
  static newest: HeldRequest | undefined;
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  constructor() {
    super();
    HeldRequest.newest = this;
  }
  open() {}
  setRequestHeader() {}
  getResponseHeader() {
    return null;
  }
  send() {}
}

it('holds who leaves the page while a file is on its way, and shows that it did not arrive', async () => {
  vi.stubGlobal('XMLHttpRequest', HeldRequest);
  const { screen } = await renderInApp(<UploadForm />);
  await screen.getByLabelText('Firmware file', { exact: true }).upload(new File([esp32Image(2_000)], 'pump.bin'));
  expect(hasUnsavedChanges()).toBe(false);
  await screen.getByRole('button', { name: 'Upload' }).click();
  await expect.element(screen.getByRole('progressbar', { name: 'Uploading pump.bin' })).toBeVisible();
  expect(hasUnsavedChanges()).toBe(true);
  HeldRequest.newest?.dispatchEvent(new Event('error'));
  await expect.element(screen.getByRole('alert')).toBeVisible();
  expect(hasUnsavedChanges()).toBe(false);
});

it.each([
  [413, '<html>413 Request Entity Too Large</html>', 'The file is larger than the server or its proxy accepts.'],
  [403, '<html>403 Forbidden</html>', 'The server or its proxy refused the upload (status 403).'],
  [502, '<html>502 Bad Gateway</html>', "Can't connect to server."],
  [413, '{"error":"An image may have 16 MB.","code":"too_large"}', 'An image may have 16 MB.'],
])('shows why an upload failed with %d and %s', async (status, responseText, sentence) => {
  vi.stubGlobal('XMLHttpRequest', HeldRequest);
  const { screen } = await renderInApp(<UploadForm />);
  await screen.getByLabelText('Firmware file', { exact: true }).upload(new File([esp32Image(2_000)], 'pump.bin'));
  await screen.getByRole('button', { name: 'Upload' }).click();
  await expect.element(screen.getByRole('progressbar')).toBeVisible();
  Object.assign(HeldRequest.newest ?? {}, { status, responseText });
  HeldRequest.newest?.dispatchEvent(new Event('load'));
  await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence);
});
