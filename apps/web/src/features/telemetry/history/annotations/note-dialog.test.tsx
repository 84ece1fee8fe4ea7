import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { deviceOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { NoteDialog } from './note-dialog.tsx';

async function renderNote(onSave: () => Promise<void>) {
  const onClose = vi.fn();
  const device = deviceOf();
  const draft = { espid: device.espid, id: null, from: Date.now(), to: null, text: '', tone: 'note' } as const;
  const { screen } = await renderInApp(
    <NoteDialog draft={draft} devices={[device]} onSave={onSave} onClose={onClose} />,
  );
  return { screen, onClose };
}

it('is not closed without a question while it holds something unsaved', async () => {
  const { screen, onClose } = await renderNote(vi.fn());
  await screen.getByRole('textbox', { name: 'Note' }).fill('Filter changed');
  await userEvent.keyboard('{Escape}');
  const question = screen.getByRole('alertdialog', { name: 'Close without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Filter changed');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  expect(onClose).not.toHaveBeenCalled();
  await question.getByRole('button', { name: 'Close' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

it('is closed at once while it holds nothing', async () => {
  const { screen, onClose } = await renderNote(vi.fn());
  await screen.getByRole('button', { name: 'Cancel' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

it('stores a note once, however often Enter is pressed meanwhile', async () => {
  const stored = Promise.withResolvers<void>();
  const onSave = vi.fn(() => stored.promise);
  const { screen, onClose } = await renderNote(onSave);
  await screen.getByRole('textbox', { name: 'Note' }).fill('Filter changed');
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-busy', 'true');
  expect(onSave).toHaveBeenCalledTimes(1);
  stored.resolve();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});
