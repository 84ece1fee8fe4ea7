import type { ServerProblem } from '@cyno/contract';
import { expect, it } from 'vitest';
import { renderInApp } from '../../../../test/render.tsx';
import { serverStatusOf } from '../../../../test/server-status.ts';
import { stubApi } from '../../../../test/stub-api.ts';
import { ServerBanner } from './server-banner.tsx';

const problem = (more: Partial<ServerProblem>): ServerProblem => ({
  part: 'disk',
  severity: 'warning',
  urgent: true,
  text: 'In English.',
  reason: 'disk_filling',
  values: { disk: 'data folder', percent: 83, freeBytes: 17e9 },
  since: 1_000,
  ...more,
});

const failedBackup = problem({ part: 'backup', reason: 'backup_failed', values: {} });

const open = (...problems: ServerProblem[]) => openAt('/device', ...problems);

async function openAt(at: string, ...problems: ServerProblem[]) {
  const calls = stubApi({ 'GET /api/admin/server': serverStatusOf({ problems }) });
  const { screen } = await renderInApp(<ServerBanner />, { at });
  await expect.poll(() => calls.length).toBe(1);
  return screen;
}

it('is not there without a problem, nor for what only the page of the server says', async () => {
  const screen = await open(
    problem({ part: 'clock', urgent: false, text: 'The clock jumped.', reason: 'from_the_future' }),
  );
  await expect.element(screen.getByRole('link')).not.toBeInTheDocument();
});

it('warns of a disk that is filling, leads to the page, and can be closed', async () => {
  const screen = await open(problem({}));
  await expect.element(screen.getByRole('status')).toMatchTextContent(/83 % full/);
  await expect.element(screen.getByRole('link', { name: 'Server status' })).toHaveAttribute('href', '/admin/server');
  await screen.getByRole('button', { name: 'Close the warning' }).click();
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument();
});

it('shows the next warning when one is closed', async () => {
  const screen = await open(problem({}), failedBackup);
  await screen.getByRole('button', { name: 'Close the warning' }).click();
  await expect.element(screen.getByRole('link', { name: 'Backups' })).toBeVisible();
  await screen.getByRole('button', { name: 'Close the warning' }).click();
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument();
});

it('shows first what fails, which cannot be closed', async () => {
  const screen = await open(
    problem({ part: 'storage', severity: 'failing', text: 'Nothing can be stored.', reason: 'from_the_future' }),
    problem({}),
  );
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Nothing can be stored\./);
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
});

it('leads from a backup that failed to the backups', async () => {
  const screen = await open(failedBackup);
  await expect.element(screen.getByRole('link', { name: 'Backups' })).toHaveAttribute('href', '/admin/backups');
});

it('shows on the page of backups what is wrong besides them', async () => {
  const screen = await openAt('/admin/backups', failedBackup, problem({}));
  await expect.element(screen.getByRole('link', { name: 'Server status' })).toBeVisible();
});
