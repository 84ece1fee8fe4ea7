import type { ClaimList, ReceivedClaim } from '@cyno/contract';
import { expect, it } from 'vitest';
import { renderInApp } from '../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../test/stub-api.ts';
import { ClaimNotices } from './claim-notices.tsx';

const claim: ReceivedClaim = {
  id: 7,
  espid: 'ESP32-1',
  state: 'open',
  openedAt: Date.now(),
  decidesAt: Date.now() + 86_400_000,
};
const listOf = (...received: ReceivedClaim[]): ClaimList => ({ made: [], received });

it('objects at a press, and then shows who decides', async () => {
  const calls = stubApi({
    'GET /api/claims': listOf(claim),
    'POST /api/claims/7/object': listOf({ ...claim, state: 'disputed' }),
  });
  const { screen } = await renderInApp(<ClaimNotices />);
  await screen.getByRole('button', { name: 'Object' }).click();
  await expect.element(screen.getByText(/until an administrator of this server decides/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Object' })).not.toBeInTheDocument();
  expect(callsOf(calls, 'POST').map(({ path }) => path)).toEqual(['/api/claims/7/object']);
});

it('gives a board up only after the consequence was read', async () => {
  const calls = stubApi({ 'GET /api/claims': listOf(claim), 'POST /api/claims/7/accept': listOf() });
  const { screen } = await renderInApp(<ClaimNotices />);
  await screen.getByRole('button', { name: 'Give up the board' }).click();
  const question = screen.getByRole('alertdialog');
  await expect.element(question.getByText(/deletes its history in seven days/)).toBeVisible();
  await question.getByRole('button', { name: 'Keep the board' }).click();
  expect(callsOf(calls, 'POST')).toEqual([]);
  await screen.getByRole('button', { name: 'Give up the board' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Give up the board' }).click();
  await expect.element(screen.getByRole('list', { name: 'Claims to your boards' })).not.toBeInTheDocument();
});

it('shows why a response was refused', async () => {
  stubApi({
    'GET /api/claims': listOf(claim),
    'POST /api/claims/7/object': () => refuse(409, 'conflict', 'This claim was decided already.'),
  });
  const { screen } = await renderInApp(<ClaimNotices />);
  await screen.getByRole('button', { name: 'Object' }).click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/This claim was decided already\./);
});
