import { expect, it } from 'vitest';
import { auditEntryOf } from '../../../../../test/accounts.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { type ApiCall, stubApi } from '../../../../../test/stub-api.ts';
import { AuditPage } from './audit-page.tsx';

const entries = [
  auditEntryOf({ id: 2, action: 'sessions.ended', details: { sessions: 2 } }),
  auditEntryOf({ id: 1, target: 'carla@example.com' }),
];

it('shows who did what, opens to its details, and is filtered', async () => {
  stubApi({
    'GET /api/admin/audit': ({ query }: ApiCall) => ({
      entries: entries.filter(
        ({ target, action }) =>
          (target ?? '').includes(query.get('target') ?? '') && action.includes(query.get('action') ?? ''),
      ),
      next: null,
    }),
  });
  const { screen, router } = await renderInApp(<AuditPage />, { at: '/admin/audit' });
  const entry = screen.getByRole('listitem').filter({ hasText: 'Logged out everywhere' });
  await expect.element(entry).toMatchTextContent(/bob@example\.com/);
  await expect.element(entry).toMatchTextContent(/ann@example\.com/);
  await entry.getByText('Logged out everywhere').click();
  await expect.element(entry.getByText('127.0.0.1')).toBeVisible();
  await expect.element(entry.getByText('Browsers logged out')).toBeVisible();
  await screen.getByRole('searchbox', { name: 'About' }).fill('nobody');
  await expect.element(screen.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await screen.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(entry).toBeVisible();
  await screen.getByRole('button', { name: /Action$/ }).click();
  await screen.getByRole('option', { name: 'Disabled the account' }).click();
  await expect.element(entry).not.toBeInTheDocument();
  await expect.element(screen.getByText('carla@example.com').first()).toBeVisible();
  expect(router.state.location.search).toBe('?action=account.disabled');
});

it('shows the entries about one person, and then all again', async () => {
  stubApi({
    'GET /api/admin/audit': ({ query }: ApiCall) => ({
      entries: query.get('targetId') === '2' ? entries.slice(0, 1) : entries,
      next: null,
    }),
  });
  const { screen, router } = await renderInApp(<AuditPage />, { at: '/admin/audit?targetId=2' });
  await expect.element(screen.getByText('Only entries about bob@example.com')).toBeVisible();
  await expect.element(screen.getByText('carla@example.com')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(screen.getByText('carla@example.com').first()).toBeVisible();
  await expect.poll(() => router.state.location.search).toBe('');
});
