import { expect, it, vi } from 'vitest';
import { renderInApp } from '../../../test/render.tsx';
import { followInstallOffer } from '../../lib/browser/install.ts';
import { ProfilePanel } from './profile-panel.tsx';

it('installs the app where the browser offers it, once', async () => {
  followInstallOffer();
  const { screen } = await renderInApp(<ProfilePanel id="panel" userId="ann@example.com" onLogout={() => undefined} />);
  document.querySelector<HTMLElement>('#panel')?.showPopover();
  const install = screen.getByRole('button', { name: 'Install the app' });
  await expect.element(screen.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect.element(install).not.toBeInTheDocument();
  const prompt = vi.fn(async () => undefined);
  const offer = new Event('beforeinstallprompt', { cancelable: true });
  dispatchEvent(Object.assign(offer, { prompt }));
  expect(offer.defaultPrevented).toBe(true);
  await install.click();
  expect(prompt).toHaveBeenCalledOnce();
  await expect.element(install).not.toBeInTheDocument();
});

it('without encryption says what is missing, and leads to the page that helps', async () => {
  vi.stubGlobal('isSecureContext', false);
  const { screen } = await renderInApp(<ProfilePanel id="panel" userId="ann@example.com" onLogout={() => undefined} />);
  document.querySelector<HTMLElement>('#panel')?.showPopover();
  await expect.element(screen.getByText(/The app cannot be installed from here\./)).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'How to get an encrypted connection' }))
    .toHaveAttribute('href', '/trust');
});
