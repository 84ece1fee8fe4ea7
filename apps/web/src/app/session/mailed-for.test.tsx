import { expect, it, vi } from 'vitest';
import { renderInApp } from '../../../test/render.tsx';
import { MailedFor } from './mailed-for.tsx';

const email = 'bob@example.com';

async function openPage(hash: string) {
  const onLogout = vi.fn();
  const { screen } = await renderInApp(<MailedFor email={email} onLogout={onLogout} />, { at: `/device${hash}` });
  return { screen, onLogout };
}

it('shows that a mail was for somebody else, and lets them log in', async () => {
  const { screen, onLogout } = await openPage('#for=ann%40example.com');
  const sentence = /It was for ann@example\.com\. You are logged in as bob@example\.com\./;
  await expect.element(screen.getByText(sentence)).toBeVisible();
  await screen.getByRole('button', { name: 'Log out' }).click();
  expect(onLogout).toHaveBeenCalledOnce();
});

it.each(['#for=bob%40example.com', ''])('says nothing to whom it was for: %j', async (hash) => {
  const { screen } = await openPage(hash);
  await expect.element(screen.getByText(/another account/)).not.toBeInTheDocument();
});
