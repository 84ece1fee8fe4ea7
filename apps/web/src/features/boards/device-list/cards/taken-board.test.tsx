import type { ClaimList, MadeClaim, PendingBoard } from '@cyno/contract';
import { expect, it } from 'vitest';
import { openDeviceList, pairingOf, pendingBoard } from '../../../../../test/device-list.tsx';
import { deviceOf } from '../../../../../test/devices.ts';
import { refuse } from '../../../../../test/stub-api.ts';

const board = { ...pendingBoard, taken: true };
const claimOf = (more: Partial<MadeClaim>): MadeClaim => ({
  id: 7,
  espid: board.espid,
  state: 'open',
  openedAt: Date.now(),
  until: Date.now() + 86_400_000,
  ...more,
});
const listOf = (...made: MadeClaim[]): ClaimList => ({ made, received: [] });

async function openWith(waiting: PendingBoard, more: Parameters<typeof openDeviceList>[2] = {}) {
  const { screen } = await openDeviceList([deviceOf()], '/device', {
    pairing: pairingOf({ pending: [waiting] }),
    ...more,
  });
  return screen.getByRole('article', { name: `New board ${waiting.espid}` });
}

it('a board of another account that comes without the key cannot be claimed, and how it gets one is shown', async () => {
  const card = await openWith({ ...board, verified: false }, { more: { 'GET /api/claims': listOf() } });
  await expect.element(card.getByText(/put your connection key into its sketch/)).toBeVisible();
  await expect.element(card.getByRole('link', { name: 'How to add the key' })).toBeVisible();
  await expect.element(card.getByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
  await expect.element(card.getByRole('button', { name: 'Claim board' })).not.toBeInTheDocument();
});

it('one with the key is claimed at a press, and then to be restarted', async () => {
  let claims = listOf();
  const card = await openWith(board, {
    more: {
      'GET /api/claims': () => claims,
      'POST /api/claims': () => {
        claims = listOf(claimOf({ id: null, state: 'proving' }));
        return claims;
      },
    },
  });
  await card.getByRole('button', { name: 'Claim board' }).click();
  await expect.element(card.getByText(/Restart the board before/)).toBeVisible();
  await expect.element(card.getByRole('button', { name: 'Claim board' })).not.toBeInTheDocument();
});

it('a claim whose holder can object can be withdrawn', async () => {
  let claims = listOf(claimOf({}));
  const card = await openWith(board, {
    more: {
      'GET /api/claims': () => claims,
      'DELETE /api/claims/7': () => {
        claims = listOf(claimOf({ state: 'withdrawn', until: null }));
        return claims;
      },
    },
  });
  await expect.element(card.getByText(/can object until/)).toBeVisible();
  await card.getByRole('button', { name: 'Withdraw claim' }).click();
  await expect.element(card.getByRole('button', { name: 'Claim board' })).toBeVisible();
});

it('what an administrator is to decide, and what was refused, is reported', async () => {
  for (const [state, pattern] of [
    ['disputed', /An administrator of this server decides/],
    ['refused', /Claim refused/],
  ] as const) {
    const claims = listOf(claimOf({ state, until: null }));
    const card = await openWith(board, { more: { 'GET /api/claims': claims } });
    await expect.element(card.getByText(pattern)).toBeVisible();
    await expect.element(card.getByRole('button', { name: 'Claim board' })).not.toBeInTheDocument();
  }
});

it('a claim that is refused at once shows why', async () => {
  const { screen } = await openDeviceList([deviceOf()], '/device', {
    pairing: pairingOf({ pending: [board] }),
    more: {
      'GET /api/claims': listOf(),
      'POST /api/claims': () => refuse(409, 'conflict', 'Others claim this board too.'),
    },
  });
  await screen.getByRole('button', { name: 'Claim board' }).click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Others claim this board too\./);
});

it('own boards without a key are marked with the way to one, those of others and virtual ones are not', async () => {
  const { screen } = await openDeviceList([
    deviceOf({ espid: 'ESP32-1', name: 'Without', verified: false }),
    deviceOf({ espid: 'ESP32-2', name: 'With' }),
    deviceOf({ espid: 'ESP32-3', name: 'Virtual one', verified: false, virtual: true }),
  ]);
  const mark = screen.getByRole('link', { name: 'No key, how to add it' });
  await expect.element(mark).toHaveAttribute('href', '/docs/boards/pairing/#put-the-key-into-a-sketch');
  expect(mark.elements()).toHaveLength(1);
  await expect.element(screen.getByRole('article', { name: 'Without' }).getByText(/No key/)).toBeVisible();
});
