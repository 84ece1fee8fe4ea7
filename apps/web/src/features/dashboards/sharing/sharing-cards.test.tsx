import type { DeviceOffers, DeviceShares } from '@cyno/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { publicConfigOf } from '../../../../test/config.ts';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { knowConfig } from '../../../../test/shell.ts';
import { refuse, stubApi } from '../../../../test/stub-api.ts';
import { MyShareCard } from './my-share-card.tsx';
import { OfferToasts } from './offer-toasts.tsx';
import { OffersBanner } from './offers-banner.tsx';
import { TransferCard } from './transfer-card.tsx';

const device = deviceOf({ espid: 'ESP32-1', name: 'Main meter' });
const ann = 'ann@example.com';
const sendsMail = publicConfigOf({ mailConfigured: true });

it('offers a device to somebody else only when its id is typed, and cancels the offer', async () => {
  const path = '/api/device/ESP32-1';
  const state: DeviceShares = { shares: [], transfer: null, limit: null };
  const calls = stubApi({
    'GET /api/config': sendsMail,
    [`GET ${path}/shares`]: () => state,
    [`POST ${path}/transfer`]: () => {
      state.transfer = { email: 'ben@example.com', createdAt: Date.now(), expiresAt: Date.now() + 60_000 };
    },
    [`DELETE ${path}/transfer`]: () => {
      state.transfer = null;
    },
  });
  await knowConfig(sendsMail);
  const { screen } = await renderInApp(<TransferCard device={device} />);
  await screen.getByRole('button', { name: 'Transfer ownership' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Transfer Main meter?' });
  await dialog.getByLabelText('E-mail of the new owner').fill('ben');
  await expect.element(dialog.getByRole('button', { name: 'Offer transfer' })).toBeDisabled();
  await dialog.getByLabelText('Type the id of the board to confirm').fill('ESP32-1');
  await dialog.getByRole('button', { name: 'Offer transfer' }).click();
  await expect.element(dialog.getByText('Enter the e-mail address of the new owner.')).toBeVisible();
  await dialog.getByLabelText('E-mail of the new owner').fill('ben@example.com');
  await dialog.getByRole('button', { name: 'Offer transfer' }).click();
  await expect.element(screen.getByText(/^Offered to ben@example\.com\. They can accept until/)).toBeVisible();
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ email: 'ben@example.com', espid: 'ESP32-1' });
  await screen.getByRole('button', { name: 'Cancel transfer' }).click();
  await expect.element(screen.getByRole('button', { name: 'Transfer ownership' })).toBeEnabled();
});

const offersOf = (kind: 'share' | 'transfer'): DeviceOffers => ({
  offers: [
    {
      id: 7,
      kind,
      owner: ann,
      name: 'Main meter',
      espid: 'ESP32-1',
      createdAt: Date.now(),
      expiresAt: null,
      role: kind === 'share' ? 'operator' : null,
    },
  ],
  dashboards: [],
});

it('shows an offer with what it allows, and what became of it', async () => {
  let offers = offersOf('share');
  const calls = stubApi({
    'GET /api/offers': () => offers,
    'POST /api/offers/7/accept': () => refuse(409, 'conflict', 'It was cancelled.'),
    'POST /api/offers/7/decline': () => {
      offers = { offers: [], dashboards: [] };
    },
  });
  const { screen } = await renderInApp(<OffersBanner />);
  const list = screen.getByRole('list', { name: 'Offers for you' });
  await expect
    .element(list)
    .toMatchTextContent(/ann@example\.com wants to share Main meter with you\. Your role: Operator/);
  await expect.element(list).toMatchTextContent(/switches outputs and sends events/);
  await screen.getByRole('button', { name: 'Accept Main meter' }).click();
  await expect.element(screen.getByText('Your answer did not arrive')).toBeVisible();
  await expect.element(list).toBeVisible();
  await screen.getByRole('button', { name: 'Decline Main meter' }).click();
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(screen.getByText('You declined Main meter')).toBeVisible();
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(2);
});

it('shows once, on every page but the list of devices, that something is offered', async () => {
  stubApi({ 'GET /api/offers': offersOf('transfer') });
  const { screen, router } = await renderInApp(<OfferToasts onList={false} />, { at: '/profile' });
  await expect
    .element(screen.getByText('ann@example.com wants to transfer Main meter to you.', { exact: false }))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Show' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/device');
  await screen.unmount();

  const again = await renderInApp(
    <>
      <OfferToasts onList={false} />
      <OffersBanner />
    </>,
  );
  await expect.element(again.screen.getByText('wants to transfer', { exact: false })).toBeVisible();
  expect(again.screen.getByRole('status').elements()).toEqual([]);
});

it('is left only after a question, which leads back to the devices', async () => {
  const calls = stubApi({ 'POST /api/device/ESP32-1/leave': undefined });
  const share = { espid: 'ESP32-1', name: 'Main meter', owner: ann, role: 'viewer', expiresAt: null } as const;
  const { screen, router } = await renderInApp(<MyShareCard {...share} />, { at: '/device/ESP32-1/Sharing' });
  await expect.element(screen.getByText('ann@example.com shares this device with you.')).toBeVisible();
  await screen.getByRole('button', { name: 'Leave device' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect.element(screen.getByText('You left Main meter')).toBeVisible();
  expect(router.state.location.pathname).toBe('/device');
  expect(calls).toMatchObject([{ method: 'POST', path: '/api/device/ESP32-1/leave' }]);
});
