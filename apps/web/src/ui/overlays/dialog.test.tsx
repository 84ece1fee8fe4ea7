import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from '../buttons/button.tsx';
import { TextField } from '../fields/field.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog, Sheet } from './dialog.tsx';

function Opener({ role }: { role?: 'dialog' | 'alertdialog' }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rename</Button>
      <Dialog
        title="Rename the project"
        role={role}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        actions={<Button onClick={() => setOpen(false)}>Cancel</Button>}
      >
        <TextField label="Name" autoFocus />
      </Dialog>
    </>
  );
}

const active = () => document.activeElement;
/** A press beside whatever is open. */
const pressOutside = () =>
  page.elementLocator(document.querySelector('.scrim') ?? document.body).click({ position: { x: 5, y: 5 } });

it('is named by its title, holds the focus, closes with Escape and gives the focus back', async () => {
  const screen = await render(<Opener />);
  await screen.getByRole('button', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename the project' });
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  for (let step = 0; step < 4; step += 1) {
    await userEvent.tab();
    expect(dialog.element().contains(active())).toBe(true);
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Rename' })).toHaveFocus();
});

it('stands above everything but toasts', async () => {
  const screen = await render(<Opener />);
  const layerOf = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  expect([layerOf('--z-overlay'), layerOf('--z-modal')]).toEqual(['1000', '1100']);
  await screen.getByRole('button', { name: 'Rename' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  const layers: string[] = [];
  for (let at: Element | null = page.getByRole('dialog').element(); at; at = at.parentElement)
    layers.push(getComputedStyle(at).zIndex);
  expect(layers.filter((layer) => layer !== 'auto')).toEqual(['1100']);
});

it('stays with a press outside as soon as something was typed', async () => {
  const screen = await render(<Opener />);
  await screen.getByRole('button', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename the project' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Greenhouse');
  await pressOutside();
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Greenhouse');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Rename' }).click();
  await expect.element(dialog).toBeVisible();
  await pressOutside();
  await expect.element(dialog).not.toBeInTheDocument();
});

it('closes with a press outside, unless it asks a question', async () => {
  const screen = await render(<Opener />);
  await screen.getByRole('button', { name: 'Rename' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await pressOutside();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();

  await screen.rerender(<Opener role="alertdialog" />);
  await screen.getByRole('button', { name: 'Rename' }).click();
  const question = page.getByRole('alertdialog');
  await expect.element(question).toBeVisible();
  await pressOutside();
  await question.getByRole('textbox', { name: 'Name' }).fill('Pond');
  await expect.element(question.getByRole('textbox', { name: 'Name' })).toHaveValue('Pond');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
});

it('is a sheet at the edge, with a button that closes it', async () => {
  const onClose = vi.fn();
  await render(
    <Sheet title="Add device" isOpen onClose={onClose} footer={<p>At the foot</p>}>
      What to do
    </Sheet>,
  );
  const sheet = page.getByRole('dialog', { name: 'Add device' });
  await expect.element(sheet).toMatchTextContent(/What to do/);
  await expect.element(sheet).toMatchTextContent(/At the foot/);
  await sheet.getByRole('button', { name: 'Close' }).click();
  expect(onClose).toHaveBeenCalledOnce();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('asks before something ends: both buttons have labels, and a second press does nothing while it is under way', async () => {
  const [onClose, onConfirm] = [vi.fn(), vi.fn()];
  const question = (busy: boolean) => (
    <ConfirmDialog
      title="Revoke Wall?"
      cancelLabel="Keep"
      confirmLabel="Revoke"
      busy={busy}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      It stops at once.
    </ConfirmDialog>
  );
  const screen = await render(question(false));
  const dialog = page.getByRole('alertdialog', { name: 'Revoke Wall?' });
  await expect.element(dialog).toMatchTextContent(/It stops at once\./);
  await dialog.getByRole('button', { name: 'Keep' }).click();
  expect(onClose).toHaveBeenCalledOnce();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  expect(onConfirm).toHaveBeenCalledOnce();
  await screen.rerender(question(true));
  const busy = dialog.getByRole('button', { name: 'Revoke' });
  await expect.element(busy).toHaveAttribute('aria-busy', 'true');
  await busy.click({ force: true });
  expect(onConfirm).toHaveBeenCalledOnce();
});
