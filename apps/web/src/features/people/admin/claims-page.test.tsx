import type { AdminClaim } from '@cyno/contract';
import { expect, it } from 'vitest';
import { renderInApp } from '../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../test/stub-api.ts';
import { ClaimsPage } from './claims-page.tsx';

const claim: AdminClaim = {
  id: 7,
  espid: 'ESP32-1',
  state: 'disputed',
  openedAt: Date.now(),
  decidesAt: Date.now(),
  holder: 'ann@example.com',
  claimant: 'bob@example.com',
  holderSeenAt: null,
  holderOnline: false,
  claimantOnline: true,
};

it('shows what both sides did, and gives the board to one of them with a reason', async () => {
  const calls = stubApi({ 'GET /api/admin/claims': [claim], 'POST /api/admin/claims/7/decide': [] });
  const { screen } = await renderInApp(<ClaimsPage />, { at: '/admin/claims' });
  const card = screen.getByRole('region', { name: 'ESP32-1' });
  await expect.element(card.getByText('ann@example.com, not connected')).toBeVisible();
  await expect.element(card.getByText('bob@example.com, connected now')).toBeVisible();
  await expect.element(card.getByText('no messages yet')).toBeVisible();
  await card.getByRole('button', { name: 'Transfer to claimant' }).click();
  const question = screen.getByRole('alertdialog');
  await question.getByLabelText('Reason').fill('Saw the board');
  await question.getByRole('button', { name: 'Transfer to claimant' }).click();
  await expect.element(screen.getByRole('heading', { name: 'No claims' })).toBeVisible();
  expect(callsOf(calls, 'POST').map(({ body }) => body)).toEqual([{ to: 'claimant', reason: 'Saw the board' }]);
});

it('keeps the question open when the decision is refused, and shows why', async () => {
  stubApi({
    'GET /api/admin/claims': [claim],
    'POST /api/admin/claims/7/decide': () => refuse(404, 'not_found', 'This claim was decided already.'),
  });
  const { screen } = await renderInApp(<ClaimsPage />, { at: '/admin/claims' });
  await screen.getByRole('button', { name: 'Keep with holder' }).click();
  const question = screen.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Keep with holder' }).click();
  await expect.element(question.getByRole('alert')).toMatchTextContent('This claim was decided already.');
});
