import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { deviceOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { NoteDialog } from './note-dialog.tsx';

it('stores a note once, however often Enter is pressed meanwhile', async () => {
  const stored = Promise.withResolvers<void>();
  const onSave = vi.fn(() => stored.promise);
  const onClose = vi.fn();
  const device = deviceOf();
  const draft = { espid: device.espid, id: null, from: Date.now(), to: null, text: '', tone: 'note' } as const;
  const { screen } = await renderInApp(
    <NoteDialog draft={draft} devices={[device]} onSave={onSave} onClose={onClose} />,
  );
  await screen.getByRole('textbox', { name: 'Note' }).fill('Filter changed');
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-busy', 'true');
  expect(onSave).toHaveBeenCalledTimes(1);
  stored.resolve();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});
