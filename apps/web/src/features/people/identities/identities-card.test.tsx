import { expect, it } from 'vitest';
import { identityOf } from '../../../../test/accounts.ts';
import { publicConfigOf } from '../../../../test/config.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { knowConfig } from '../../../../test/shell.ts';
import { callsOf, refuse, stubApi } from '../../../../test/stub-api.ts';
import { IdentitiesCard } from './identities-card.tsx';

const config = publicConfigOf({ providers: { oidc: { name: 'Example ID' }, line: true } });

async function renderCard(identities: () => object[], remove: () => Response | undefined) {
  const calls = stubApi({
    'GET /api/config': config,
    'GET /api/identities': identities,
    'DELETE /api/identities/1': remove,
  });
  await knowConfig(config);
  const { screen } = await renderInApp(<IdentitiesCard />);
  return { screen, calls };
}

it('unlinks a service after a question, and offers to link it again', async () => {
  let identities = [identityOf()];
  const { screen, calls } = await renderCard(
    () => identities,
    () => {
      identities = [];
      return undefined;
    },
  );
  await expect.element(screen.getByText(/somebody@example\.com, linked .+, never used/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Link LINE' })).toBeVisible();
  await screen.getByRole('button', { name: 'Unlink Example ID' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Keep' }).click();
  expect(callsOf(calls, 'DELETE')).toEqual([]);
  await screen.getByRole('button', { name: 'Unlink Example ID' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await expect.element(screen.getByText('Example ID is no longer linked')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Link Example ID' })).toBeVisible();
});

it('shows that the last way into an account stays', async () => {
  const sentence = 'Nothing else would let you into your account.';
  const { screen } = await renderCard(
    () => [identityOf({ email: 'ben@example.com' })],
    () => refuse(409, 'conflict', sentence),
  );
  await screen.getByRole('button', { name: 'Unlink Example ID' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await expect.element(screen.getByText(new RegExp(sentence))).toBeVisible();
  await expect.element(screen.getByText(/^ben@example\.com/)).toBeVisible();
});
