import { expect, it } from 'vitest';
import { notificationAddressOf } from '../../../../../test/accounts.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { callsOf, stubApi } from '../../../../../test/stub-api.ts';
import { NotificationAddressesCard } from './notification-addresses-card.tsx';

const path = '/api/profile/notification-addresses';

it('adds an address that waits for its mail, sends the mail again, and removes the address', async () => {
  let addresses: object[] = [];
  const calls = stubApi({
    [`GET ${path}`]: () => addresses,
    [`POST ${path}`]: () => {
      addresses = [notificationAddressOf()];
      return undefined;
    },
    [`POST ${path}/1/resend`]: undefined,
    [`DELETE ${path}/1`]: () => {
      addresses = [];
      return undefined;
    },
  });
  const { screen } = await renderInApp(<NotificationAddressesCard email="narin@example.com" />);
  await expect.element(screen.getByText('Your account')).toBeVisible();
  const field = screen.getByRole('textbox', { name: 'Another address' });
  await field.fill('team');
  await screen.getByRole('button', { name: 'Add address' }).click();
  await expect.element(screen.getByText('Enter a valid e-mail address.')).toBeVisible();
  await field.fill('team@example.com');
  await screen.getByRole('button', { name: 'Add address' }).click();
  await expect.element(screen.getByText('Waiting for confirmation')).toBeVisible();
  await expect.element(field).toHaveValue('');
  await screen.getByRole('button', { name: 'Send the mail to team@example.com again' }).click();
  await expect.element(screen.getByText('Mail sent')).toBeVisible();
  await screen.getByRole('button', { name: 'Remove team@example.com' }).click();
  await expect.element(screen.getByText('Waiting for confirmation')).not.toBeInTheDocument();
  expect(callsOf(calls, 'POST')[0]).toMatchObject({ body: { email: 'team@example.com' } });
});
