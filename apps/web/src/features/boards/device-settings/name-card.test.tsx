import { expect, it } from 'vitest';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { refuse, stubApi } from '../../../../test/stub-api.ts';
import { NameCard } from './name-card.tsx';

const path = '/api/device/ESP32-000001_AABBCC000001';

it('saves another name, without the blanks around it', async () => {
  const calls = stubApi({ [`PATCH ${path}`]: () => deviceOf({ name: 'Pond' }) });
  const { screen } = await renderInApp(<NameCard device={deviceOf()} />);
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await screen.getByRole('textbox', { name: 'Name' }).fill('  Pond ');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Name saved')).toBeVisible();
  expect(calls).toMatchObject([{ method: 'PATCH', path, body: { name: 'Pond' } }]);
});

it('shows why a name was not saved, and keeps what was typed', async () => {
  stubApi({ [`PATCH ${path}`]: () => refuse(400, 'bad_request', 'Type a shorter name.') });
  const { screen } = await renderInApp(<NameCard device={deviceOf()} />);
  await screen.getByRole('textbox', { name: 'Name' }).fill('Pond');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Type a shorter name.')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Pond');
});

it('offers nothing to save where the name is empty', async () => {
  await renderInApp(<NameCard device={deviceOf()} />).then(async ({ screen }) => {
    await screen.getByRole('textbox', { name: 'Name' }).fill(' ');
    await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  });
});
