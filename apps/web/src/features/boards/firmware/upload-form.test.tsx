import { expect, it, vi } from 'vitest';
import { esp32Image } from '../../../../test/firmware-images.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { hasUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
import { UploadForm } from './upload-form.tsx';

/** A request that stays under way until the test ends it. */
class HeldRequest extends EventTarget {
  static newest: HeldRequest | undefined;
  readonly upload = new EventTarget();
  constructor() {
    super();
    HeldRequest.newest = this;
  }
  open() {}
  setRequestHeader() {}
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
