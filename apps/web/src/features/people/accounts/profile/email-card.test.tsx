import { useQuery } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { profileOf } from '../../../../../test/accounts.ts';
import { publicConfigOf } from '../../../../../test/config.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { knowConfig } from '../../../../../test/shell.ts';
import { stubApi } from '../../../../../test/stub-api.ts';
import { profileQuery } from '../profile-query.ts';
import { EmailCard } from './email-card.tsx';

function Card() {
  const { data } = useQuery(profileQuery);
  return data && <EmailCard profile={data} />;
}

it('changes the address when the new one is confirmed, sends the mail again, and forgets a mistyped one', async () => {
  const config = publicConfigOf({ mailConfigured: true });
  let newEmail: string | null = null;
  const calls = stubApi({
    'GET /api/profile': () => profileOf({ newEmail }),
    'POST /api/profile/email': () => {
      newEmail = 'mistyped@example.com';
      return { message: 'Open the link in the mail.', confirmation: 'sent' };
    },
    'DELETE /api/profile/email': () => {
      newEmail = null;
      return undefined;
    },
    'GET /api/config': config,
  });
  await knowConfig(config);
  const { screen } = await renderInApp(<Card />);
  const field = screen.getByRole('textbox', { name: 'New e-mail' });
  await field.fill('narin@example.com');
  await screen.getByRole('button', { name: 'Change e-mail' }).click();
  await expect.element(screen.getByText('This is already your address.')).toBeVisible();
  await field.fill('mistyped@example.com');
  await screen.getByRole('button', { name: 'Change e-mail' }).click();
  await expect.element(screen.getByText('Waiting for confirmation')).toBeVisible();
  await expect.element(screen.getByText(/Open the link in it to finish/)).toBeVisible();
  await screen.getByRole('button', { name: 'Send again' }).click();
  await expect.element(screen.getByText(/We sent a new link to mistyped@example\.com\./)).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel change' }).click();
  await expect.element(screen.getByText('Waiting for confirmation')).not.toBeInTheDocument();
  const changes = calls.filter(({ method }) => method !== 'GET').map(({ method }) => method);
  expect(changes).toEqual(['POST', 'POST', 'DELETE']);
});
