import { expect, it } from 'vitest';
import { accessTokenOf } from '../../../../../test/accounts.ts';
import { publicConfigOf } from '../../../../../test/config.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { forgetConfig } from '../../../../../test/shell.ts';
import { callsOf, stubApi } from '../../../../../test/stub-api.ts';
import { hasUnsavedChanges } from '../../../../lib/browser/unsaved-changes.ts';
import { AccessTokensCard } from './access-tokens-card.tsx';

it('makes a token only with a name, and shows its secret until it was copied', async () => {
  const calls = stubApi({
    'GET /api/access-tokens': () => (callsOf(calls, 'POST').length > 0 ? [accessTokenOf()] : []),
    'POST /api/access-tokens': { ...accessTokenOf(), token: 'cyno_secret' },
  });
  const { screen } = await renderInApp(<AccessTokensCard email="narin@example.com" />);
  await screen.getByRole('button', { name: 'New token' }).click();
  const dialog = screen.getByRole('dialog', { name: 'New access token' });
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect.element(dialog.getByText(/Enter a name/)).toBeVisible();
  expect(callsOf(calls, 'POST')).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Name' }).fill(' Grafana ');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect.element(screen.getByRole('region', { name: 'The token Grafana' })).toMatchTextContent(/cyno_secret/);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(hasUnsavedChanges()).toBe(true);
  await screen.getByRole('button', { name: 'Done' }).click();
  await expect.element(screen.getByText('cyno_secret')).not.toBeInTheDocument();
  expect(hasUnsavedChanges()).toBe(false);
  await expect.element(screen.getByText(/^Never used/)).toBeVisible();
  const body = { name: 'Grafana', scope: 'read', expiresInDays: 90 };
  expect(callsOf(calls, 'POST')).toMatchObject([{ body }]);
});

it('has a command for MQTT before the server has responded with its port', async () => {
  const respond = await forgetConfig();
  stubApi({
    'GET /api/access-tokens': [],
    'POST /api/access-tokens': { ...accessTokenOf(), token: 'cyno_secret' },
  });
  const { screen } = await renderInApp(<AccessTokensCard email="narin@example.com" />);
  await screen.getByRole('button', { name: 'New token' }).click();
  const dialog = screen.getByRole('dialog', { name: 'New access token' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Grafana');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const commands = screen.getByRole('region', { name: 'The token Grafana' });
  await expect.element(commands).toMatchTextContent(/ -p 7458 --tls-use-os-certs /);
  const { mqtt } = publicConfigOf();
  respond(publicConfigOf({ mqtt: { ...mqtt, tlsPort: 8884 } }));
  await expect.element(commands).toMatchTextContent(/ -p 8884 --tls-use-os-certs /);
});

it('shows which token is over, and revokes one after a question', async () => {
  let tokens = [accessTokenOf({ expiresAt: 1 })];
  stubApi({
    'GET /api/access-tokens': () => tokens,
    'DELETE /api/access-tokens/1': () => {
      tokens = [];
      return undefined;
    },
  });
  const { screen } = await renderInApp(<AccessTokensCard email="narin@example.com" />);
  await expect.element(screen.getByText('Expired')).toBeVisible();
  await screen.getByRole('button', { name: 'Revoke the token Grafana' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect.element(screen.getByText(/No tokens yet/)).toBeVisible();
});
