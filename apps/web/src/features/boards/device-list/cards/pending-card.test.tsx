import type { PendingBoard } from '@cyno/contract';
import { expect, it } from 'vitest';
import { pairingOf, pendingBoard } from '../../../../../test/device-list.tsx';
import { renderInApp } from '../../../../../test/render.tsx';
import { stubApi } from '../../../../../test/stub-api.ts';
import { usePairing } from '../../pairing/index.ts';
import { PendingCard } from './pending-card.tsx';

function WaitingBoard() {
  const waiting = usePairing().data?.pending[0];
  return waiting && <PendingCard board={waiting} />;
}

it('says in the language of the page why a board cannot join, until there is room', async () => {
  let present: PendingBoard = {
    ...pendingBoard,
    problem: 'A sentence of the server.',
    reason: 'device_limit',
    values: { plan: 'Free', max: 2 },
  };
  stubApi({ 'GET /api/pairing': () => pairingOf({ pending: [present] }) });
  const { screen } = await renderInApp(<WaitingBoard />);
  await expect
    .element(screen.getByText('Your plan (Free) has room for 2 devices. Delete one or choose a larger plan.'))
    .toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'See plans' })).toBeVisible();
  present = pendingBoard;
  await expect.element(screen.getByRole('button', { name: 'Accept' })).toBeVisible();
});

it('leads to the plans only where a plan decides', async () => {
  const silent = { problem: 'A sentence of the server.', reason: 'silent_boards', values: { count: 60 } };
  stubApi({ 'GET /api/pairing': pairingOf({ pending: [{ ...pendingBoard, ...silent }] }) });
  const { screen } = await renderInApp(<WaitingBoard />);
  await expect.element(screen.getByText(/60 new boards/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'See plans' })).not.toBeInTheDocument();
});
