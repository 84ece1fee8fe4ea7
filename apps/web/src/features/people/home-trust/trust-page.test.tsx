import { expect, it } from 'vitest';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
import { TrustPage } from './trust-page.tsx';

const root = { name: 'Cyno at home', fingerprint: 'AA:BB:CC:DD', endsAt: Date.UTC(2036, 0, 2) };
const address = 'https://cyno.local';

/** The page requests the same path at the encrypted address; what fails there is a certificate that the browser refuses. */
function serve(trust: object, isTrusted: () => boolean = () => false) {
  let isLoaded = false;
  stubApi({
    'GET /api/trust': () => {
      if (!isLoaded) {
        isLoaded = true;
        return trust;
      }
      if (!isTrusted()) throw new TypeError('Failed to fetch');
      return trust;
    },
  });
}

it('a browser that does not trust the server gets the file and the steps of its system, and then the address', async () => {
  let isInstalled = false;
  serve({ root, addresses: [address] }, () => isInstalled);
  const { screen } = await renderInApp(<TrustPage />, { at: '/trust' });
  await expect.element(screen.getByRole('heading', { name: 'Trust this server' })).toBeVisible();
  await expect.element(screen.getByText('This browser does not trust this server yet.')).toBeVisible();
  await expect.element(screen.getByText(root.fingerprint)).toBeVisible();
  const file = screen.getByRole('link', { name: 'Download certificate' });
  await expect.element(file).toHaveAttribute('href', '/api/trust/root.crt');
  await screen.getByRole('button', { name: /This device/ }).click();
  await screen.getByRole('option', { name: 'iPhone, iPad' }).click();
  await expect
    .element(screen.getByRole('link', { name: 'Download profile' }))
    .toHaveAttribute('href', '/api/trust/root.mobileconfig');
  await expect.element(screen.getByText(/Certificate Trust Settings/)).toBeVisible();
  isInstalled = true;
  await screen.getByRole('button', { name: 'Check this browser' }).click();
  await expect.element(screen.getByRole('heading', { name: 'This browser trusts this server' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: `Continue to ${address}` })).toHaveAttribute('href', address);
});

it('where browsers trust the certificate already, nothing is installed', async () => {
  serve({ root: null, addresses: [address] });
  const { screen } = await renderInApp(<TrustPage />, { at: '/trust' });
  await expect.element(screen.getByRole('heading', { name: 'Use the encrypted address' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: `Continue to ${address}` })).toBeVisible();
});

it('a server without HTTPS shows how its operator sets it up', async () => {
  serve({ root: null, addresses: [] });
  const { screen } = await renderInApp(<TrustPage />, { at: '/trust' });
  await expect
    .element(screen.getByRole('link', { name: 'How to set up HTTPS' }))
    .toHaveAttribute('href', '/docs/running/https/');
});
