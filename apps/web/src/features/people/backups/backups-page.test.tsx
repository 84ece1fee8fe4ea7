import { expect, it } from 'vitest';
import { backupsOf } from '../../../../test/backups.ts';
import { withNextPress } from '../../../../test/next-press.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../test/stub-api.ts';
import { BackupsPage } from './backups-page.tsx';

async function openPage(replies: Parameters<typeof stubApi>[0]) {
  const calls = stubApi(replies);
  const { screen } = await renderInApp(<BackupsPage />, { at: '/admin/backups' });
  return { screen, calls };
}

it('shows which backups are restorable, and what was compared', async () => {
  const { screen } = await openPage({ 'GET /api/admin/backups': backupsOf() });
  const list = screen.getByRole('list', { name: 'Stored backups' });
  await expect.element(list.getByText(/48.2 MB, planned, encrypted/)).toBeVisible();
  await expect.element(list.getByText(/812,345 rows in 77 tables are equal/).first()).toBeVisible();
  await expect.element(list.getByText('Restorable', { exact: true }).first()).toBeVisible();
  await expect.element(list.getByText('Not checked')).toBeVisible();
  await expect.element(screen.getByText('Each day at 02:30, time of the server')).toBeVisible();
});

it('begins a backup and shows how far it is', async () => {
  let running = false;
  const { screen, calls } = await openPage({
    'GET /api/admin/backups': () =>
      backupsOf({
        backups: [],
        every: 'off',
        nextAt: null,
        running: running ? { startedAt: 0, progress: { phase: 'comparing', done: 1, all: 2 } } : null,
      }),
    'POST /api/admin/backups': () => ({ message: 'The backup has begun.' }),
  });
  await expect.element(screen.getByText('No backups yet.')).toBeVisible();
  withNextPress(() => {
    running = true;
  });
  await screen.getByRole('button', { name: 'Back up now' }).click();
  await expect.element(screen.getByText('Comparing each table…')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Back up now' })).toBeDisabled();
  expect(callsOf(calls, 'POST')).toHaveLength(1);
});

it('says why the target cannot be used, instead of that there are none', async () => {
  const target = 'sftp://nas/cyno';
  const unreachable = { error: 'Nothing listens there.', reason: 'backup_target_away', values: { target } };
  const { screen } = await openPage({ 'GET /api/admin/backups': backupsOf({ backups: [], unreachable }) });
  await expect.element(screen.getByText(/The backup target sftp:\/\/nas\/cyno cannot be reached\./)).toBeVisible();
  expect(screen.getByText('No backups yet.').query()).toBeNull();
});

it('shows why the last one failed, and why none can be downloaded', async () => {
  const { screen } = await openPage({
    'GET /api/admin/backups': backupsOf({
      lastRun: {
        startedAt: 0,
        endedAt: Date.now(),
        failure: { error: 'The backup directory /mnt cannot be used: the disk is full.' },
      },
    }),
    'POST /api/admin/backups/cyno-20260102T023000Z.tar.zst/download': () =>
      refuse(404, 'not_found', 'There is no backup of that name.'),
  });
  await expect.element(screen.getByText(/The last backup failed on .*the disk is full/)).toBeVisible();
  await screen
    .getByRole('button', { name: /Download the backup of/ })
    .first()
    .click();
  await expect.element(screen.getByText('There is no backup of that name.')).toBeVisible();
});
