import { expect, it } from 'vitest';
import { renderInApp } from '../../../../../test/render.tsx';
import { refuse, stubApi } from '../../../../../test/stub-api.ts';
import { ConfirmFailedPage } from './confirm-failed-page.tsx';

const resend = 'POST /api/auth/resend-confirmation';

it('shows on a page of its own that the mail was not sent', async () => {
  stubApi({ [resend]: () => refuse(503, 'unavailable', 'No mail.') });
  const { screen, router } = await renderInApp(<ConfirmFailedPage />, { at: '/auth/confirmEmail/failed' });
  await screen.getByRole('textbox', { name: 'E-mail' }).fill('late@example.com');
  await screen.getByRole('button', { name: 'Send new link' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/auth/confirmEmail/resentfailed');
});

it('stays where somebody requested too often', async () => {
  stubApi({ [resend]: () => refuse(429, 'rate_limited', 'Too many tries.') });
  const { screen, router } = await renderInApp(<ConfirmFailedPage />, { at: '/auth/confirmEmail/failed' });
  await screen.getByRole('textbox', { name: 'E-mail' }).fill('late@example.com');
  await screen.getByRole('button', { name: 'Send new link' }).click();
  await expect.element(screen.getByText('Too many tries.')).toBeVisible();
  expect(router.state.location.pathname).toBe('/auth/confirmEmail/failed');
});
