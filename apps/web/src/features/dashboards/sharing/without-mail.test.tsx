import type { DeviceShares } from '@cyno/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { publicConfigOf } from '../../../../test/config.ts';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { knowConfig } from '../../../../test/shell.ts';
import { stubApi } from '../../../../test/stub-api.ts';
import { PeopleCard } from './people-card.tsx';
import { TransferCard } from './transfer-card.tsx';

const path = '/api/device/ESP32-1';
const shares: DeviceShares = { shares: [], transfer: null, limit: null };

async function serverWithoutMail() {
  const config = publicConfigOf({ mailConfigured: false });
  stubApi({
    'GET /api/config': config,
    [`GET ${path}/shares`]: shares,
    [`POST ${path}/shares`]: undefined,
    [`POST ${path}/transfer`]: undefined,
  });
  await knowConfig(config);
}

it('gives the link to hand over to somebody who is invited', async () => {
  await serverWithoutMail();
  const { screen } = await renderInApp(<PeopleCard thing={{ kind: 'device', espid: 'ESP32-1', name: 'Greenhouse' }} />);
  await screen.getByRole('button', { name: 'Invite someone' }).click();
  await expect.element(page.getByText(/^This server sends no e-mail\./)).toBeVisible();
  await page.getByLabelText('E-mail').fill('ben@example.com');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this link to ben@example.com' });
  await expect.element(dialog.getByText(`${location.origin}/device`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

it('gives the link to hand over to the new owner', async () => {
  await serverWithoutMail();
  const { screen } = await renderInApp(<TransferCard device={deviceOf({ espid: 'ESP32-1', name: 'Main meter' })} />);
  await screen.getByRole('button', { name: 'Transfer ownership' }).click();
  await page.getByLabelText('E-mail of the new owner').fill('ben@example.com');
  await page.getByLabelText('Type the id of the board to confirm').fill('ESP32-1');
  await page.getByRole('button', { name: 'Offer transfer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this link to ben@example.com' });
  await expect.element(dialog.getByText(`${location.origin}/device`)).toBeVisible();
});
