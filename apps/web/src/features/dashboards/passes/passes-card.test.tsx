import { type ControlState, type GuestPass, newPass } from '@cyno/contract';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
import { hasUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
import { PassesCard } from './passes-card.tsx';

const path = '/api/device/ESP32-1';
const gate: ControlState['outputs'][number] = {
  pin: 'D1',
  mode: 'digit',
  name: 'Gate',
  locked: false,
  momentaryMs: null,
  wanted: null,
  reported: 0,
  reportedAt: null,
  changedBy: null,
};
const control = (outputs: ControlState['outputs']): ControlState => ({ pins: [], outputs, events: [], commands: [] });

async function openPasses(outputs: ControlState['outputs']) {
  let passes: GuestPass[] = [];
  const calls = stubApi({
    [`GET ${path}/control`]: control(outputs),
    [`GET ${path}/passes`]: () => ({ passes }),
    [`POST ${path}/passes`]: ({ body }) => {
      const request = newPass.parse(body);
      passes = [{ ...request, id: 3, state: 'ready', used: 0, createdAt: Date.now(), lastUsedAt: null }];
      return { pass: passes[0], token: 'A'.repeat(43) };
    },
    [`DELETE ${path}/passes/3`]: () => {
      passes = passes.map((pass) => ({ ...pass, state: 'revoked' }));
    },
  });
  const { screen } = await renderInApp(<PassesCard device={deviceOf({ espid: 'ESP32-1' })} />);
  return { screen, made: () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body) };
}

it('makes a pass for somebody, shows it this once, and revokes it', async () => {
  const { screen, made } = await openPasses([gate]);
  await expect.element(screen.getByText(/^No passes yet\./)).toBeVisible();
  await screen.getByRole('button', { name: 'New pass' }).click();
  const dialog = page.getByRole('dialog', { name: 'New guest pass' });
  await dialog.getByRole('button', { name: 'Create pass' }).click();
  await expect.element(dialog.getByText('Enter who the pass is for.')).toBeVisible();
  await dialog.getByLabelText('Guest').fill('Anna from next door');
  await expect.element(dialog.getByLabelText('Title shown to guest')).toHaveValue('Gate');
  await dialog.getByLabelText('Number of uses').fill('1001');
  await dialog.getByRole('button', { name: 'Create pass' }).click();
  await expect.element(dialog.getByText('Enter a number from 1 to 1,000.')).toBeVisible();
  await dialog.getByLabelText('Number of uses').fill('2');
  await dialog.getByRole('button', { name: /What the guest can do/ }).click();
  await page.getByRole('option', { name: 'Switch on' }).click();
  await dialog.getByRole('button', { name: /Valid from/ }).click();
  await page.getByRole('option', { name: 'On a date' }).click();
  await dialog.getByRole('button', { name: 'Create pass' }).click();
  await expect.element(dialog.getByText('Choose the day and the time.').first()).toBeVisible();
  await dialog.getByRole('button', { name: /Valid from/ }).click();
  await page.getByRole('option', { name: 'Now' }).click();
  expect(made()).toEqual([]);
  await dialog.getByRole('button', { name: 'Create pass' }).click();

  const visible = page.getByRole('alertdialog', { name: 'Guest pass for Anna from next door' });
  await expect.element(visible.getByRole('img', { name: 'QR code of the pass for Anna from next door' })).toBeVisible();
  await expect.element(visible.getByText(`${location.origin}/pass/${'A'.repeat(43)}`)).toBeVisible();
  expect(made()).toMatchObject([
    { name: 'Anna from next door', title: 'Gate', uses: 2, from: null, offers: [{ value: '1', label: 'On' }] },
  ]);
  await userEvent.keyboard('{Escape}');
  expect(hasUnsavedChanges()).toBe(true);
  await visible.getByRole('button', { name: 'Done' }).click();
  const row = screen.getByRole('listitem');
  await expect.element(row).toMatchTextContent(/Gate \(D1\): Off · 0 of 2 uses · Not used yet/);

  await screen.getByRole('button', { name: 'Revoke the pass for Anna from next door' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect.element(row).toMatchTextContent(/Revoked/);
  await expect.element(row.getByRole('button')).not.toBeInTheDocument();
});

it('shows what to do first where nothing can be operated', async () => {
  const { screen } = await openPasses([]);
  await screen.getByRole('button', { name: 'New pass' }).click();
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/Set one up on the Control tab first/);
});
