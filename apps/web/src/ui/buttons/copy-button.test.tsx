import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Dialog } from '../overlays/dialog.tsx';
import { CopyButton } from './copy-button.tsx';

it('copies in a dialog without the clipboard of an encrypted page, and keeps the focus', async () => {
  vi.spyOn(Navigator.prototype, 'clipboard', 'get').mockReturnValue(undefined as never);
  const copied: unknown[] = [];
  const note = () => copied.push((document.activeElement as HTMLTextAreaElement).value);
  document.addEventListener('copy', note);
  await render(
    <Dialog title="Public link" isOpen onClose={() => undefined}>
      <CopyButton text="https://cyno.test/l/abc" label="Copy the link" />
    </Dialog>,
  );
  await expect.element(page.getByRole('dialog')).toHaveFocus();
  const button = page.getByRole('button', { name: 'Copy the link' });
  // The dialog holds the focus since the first press at the latest.
  await button.click();
  await expect.element(page.getByText('Copied')).toBeVisible();
  await button.click();
  await expect.poll(() => copied.length).toBe(2);
  document.removeEventListener('copy', note);
  expect(new Set(copied)).toEqual(new Set(['https://cyno.test/l/abc']));
  await expect.element(button).toHaveFocus();
});
