import { expect, it } from 'vitest';
import { backupsOf } from '../../../../test/backups.ts';
import { withNextPress } from '../../../../test/next-press.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { serverStatusOf, systemReportOf, systemSamplesOf } from '../../../../test/server-status.ts';
import { adminDeviceSizesOf } from '../../../../test/stored-history.ts';
import { callsOf, refuse, stubApi } from '../../../../test/stub-api.ts';
import { ServerPage } from './server-page.tsx';

type Replies = Parameters<typeof stubApi>[0];

async function openPage(replies: Replies) {
  const load = { delay: { p50Ms: 0.4, p99Ms: 12, maxMs: 40 }, slowForMinutes: null };
  const calls = stubApi({
    'GET /api/admin/server/load': load,
    'GET /api/admin/system': systemReportOf(),
    'GET /api/admin/system/samples': systemSamplesOf(1),
    'GET /api/admin/backups': backupsOf(),
    'GET /api/admin/stored-history': { sizes: adminDeviceSizesOf(2) },
    ...replies,
  });
  const { screen, client } = await renderInApp(<ServerPage />, { at: '/admin/server' });
  return { screen, calls, client };
}

it('shows that there is no problem', async () => {
  const { screen } = await openPage({ 'GET /api/admin/server': serverStatusOf() });
  await expect.element(screen.getByText('Ready', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('No problems.')).toBeVisible();
  await expect.element(screen.getByText('25 % used, 75.0 GB of 100 GB free')).toBeVisible();
  await expect.element(screen.getByRole('progressbar', { name: 'Used space of the data folder' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /Remove/ })).not.toBeInTheDocument();
});

it('stays while a report that did not load is fetched again', async () => {
  const second = Promise.withResolvers<object>();
  let isRefused = false;
  const { screen, client } = await openPage({
    'GET /api/admin/server': serverStatusOf(),
    'GET /api/admin/system': () => {
      if (isRefused) return second.promise;
      isRefused = true;
      return refuse(400, 'bad_request', 'No.');
    },
  });
  await expect.element(screen.getByRole('alert')).toBeVisible();
  const section = screen.getByText('No problems.').element();
  void client.invalidateQueries();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  second.resolve(systemReportOf());
  await expect.element(screen.getByRole('region', { name: 'Background jobs' })).toBeVisible();
  expect(section.isConnected).toBe(true);
});

it('shows the newest backup, when it was proven, and the next one', async () => {
  const [newest] = backupsOf().backups;
  let backups = backupsOf();
  const { screen, client } = await openPage({
    'GET /api/admin/server': serverStatusOf(),
    'GET /api/admin/backups': () => backups,
  });
  const section = screen.getByRole('region', { name: 'Backups' });
  await expect.element(section.getByText(/, 48\.2 MB$/)).toBeVisible();
  await expect.element(section.getByText(/^Yes, checked on /)).toBeVisible();
  await expect.element(section.getByRole('link', { name: 'All backups' })).toHaveAttribute('href', '/admin/backups');
  const failure = { error: 'The disk is full.' };
  backups = backupsOf({
    backups: newest ? [{ ...newest, checked: null }] : [],
    lastRun: { startedAt: 0, endedAt: 0, failure },
    nextAt: null,
  });
  await client.invalidateQueries();
  await expect.element(section.getByText('Not checked')).toBeVisible();
  await expect.element(section.getByText(/^The last backup failed on .*: The disk is full\.$/)).toBeVisible();
  await expect.element(section.getByText('Only by hand')).toBeVisible();
});

it('shows that there is a newer version, and how to upgrade', async () => {
  const { screen } = await openPage({
    'GET /api/admin/server': serverStatusOf(),
    'GET /api/admin/system': systemReportOf({ newerVersion: '0.3.0' }),
  });
  await expect.element(screen.getByText(/Version 0\.3\.0 is available\./)).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'How to upgrade' }))
    .toHaveAttribute('href', '/docs/running/upgrade/');
});

it('shows why it is not ready, what it warns of, and what could not be read', async () => {
  const since = Date.now() - 60_000;
  const status = serverStatusOf({
    ready: false,
    problems: [
      {
        part: 'storage',
        severity: 'failing',
        urgent: true,
        text: 'In English.',
        reason: 'storage_failing',
        values: { cause: 'read_only', spooled: 1 },
        since,
      },
      {
        part: 'disk',
        severity: 'warning',
        urgent: true,
        text: 'In English.',
        reason: 'disk_filling',
        values: { disk: 'data folder', percent: 83, freeBytes: 17e9 },
        since,
      },
    ],
    disks: [
      {
        name: 'data folder',
        path: '/data',
        totalBytes: 100e9,
        freeBytes: 17e9,
        usedPercent: 83,
        level: 80,
        tooFull: false,
      },
    ],
    storage: {
      storedAt: null,
      pendingMessages: 12_345,
      spoolBytes: 3e6,
      spoolLimitBytes: 512 * 1024 ** 2,
      unreadable: [{ name: '000000000001.spool', bytes: 8_000_000, reason: 'the disk has an error (EIO)', at: since }],
      history: {
        packedMessages: 6_307_200,
        packedBytes: 21_000_000,
        rowMessages: 4_320,
        rowBytes: 630_000,
        rollupBytes: 9_000_000,
        refusedHours: 0,
        damagedHours: 0,
      },
    },
  });
  const { screen } = await openPage({ 'GET /api/admin/server': status });
  const problems = screen.getByRole('list', { name: 'Problems' });
  await expect.element(problems.getByText(/^Nothing can be stored: the database is read-only$/)).toBeVisible();
  await expect.element(problems.getByText(/83 % full/)).toBeVisible();
  await expect.element(screen.getByText('Above 80 %')).toBeVisible();
  await expect.element(screen.getByText('Not since the start')).toBeVisible();
  await expect.element(screen.getByText('12,345')).toBeVisible();
  await expect.element(screen.getByText(/^8\.0 MB, .*: the disk has an error \(EIO\)\.$/)).toBeVisible();
});

it('shows the figures of the last day, what takes space, queues, jobs and certificates', async () => {
  const { screen } = await openPage({ 'GET /api/admin/server': serverStatusOf() });
  await expect.element(screen.getByRole('img', { name: /^Messages received, last 24 hours: .* \/s$/ })).toBeVisible();
  await expect.element(screen.getByText('+5.0 MB in a day')).toBeVisible();
  await expect.element(screen.getByText('120 of 50,000')).toBeVisible();
  await expect.element(screen.getByText('All 2 jobs work.')).toBeVisible();
  await expect.element(screen.getByText(/^cyno, self-signed\. Valid from .* until/)).toBeVisible();
  await expect.element(screen.getByText('v24.1.0')).toBeVisible();
});

it('shows a job that failed with its reason, and runs it again', async () => {
  const failed = { name: 'telemetry.tidy', cron: '17 3 * * *', state: 'failed' as const, at: Date.now(), ms: 5 };
  let jobs = [{ ...failed, error: 'No room.' as string | null, state: 'failed' as 'failed' | 'done' }];
  const { screen, calls } = await openPage({
    'GET /api/admin/server': serverStatusOf(),
    'GET /api/admin/system': () => systemReportOf({ jobs }),
    'POST /api/admin/system/jobs/telemetry.tidy/run': () => {
      jobs = [{ ...failed, state: 'done', error: null }];
      return { message: 'The job starts within a moment.' };
    },
  });
  await expect.element(screen.getByText(/^No room\./)).toBeVisible();
  await screen.getByRole('button', { name: 'Run again' }).click();
  await expect.element(screen.getByText('1 job works.')).toBeVisible();
  expect(callsOf(calls, 'POST')).toHaveLength(1);
});

it('shows how many jobs were skipped because the clock may be wrong', async () => {
  const { jobs } = systemReportOf();
  const { screen } = await openPage({
    'GET /api/admin/server': serverStatusOf(),
    'GET /api/admin/system': systemReportOf({
      jobs: (jobs ?? []).map((job, n) => (n === 0 ? { ...job, state: 'skipped' as const } : job)),
    }),
  });
  const note = '1 job was skipped: it removes by age, and the clock may be wrong.';
  await expect.element(screen.getByText(note)).toBeVisible();
  await expect.element(screen.getByText('1 other job works.')).toBeVisible();
});

it('shows what it knows while the figures do not load', async () => {
  const { screen } = await openPage({
    'GET /api/admin/server': serverStatusOf(),
    'GET /api/admin/system': () => refuse(503, 'unavailable', 'The database is busy.'),
  });
  await expect.element(screen.getByText('No problems.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Download support bundle' })).toBeVisible();
});

it('shows that the status did not load, and retries', async () => {
  let isBroken = true;
  const { screen } = await openPage({
    'GET /api/admin/server': () => (isBroken ? refuse(503, 'unavailable', 'The database is busy.') : serverStatusOf()),
  });
  await expect.element(screen.getByRole('heading', { name: 'The status did not load' })).toBeVisible();
  withNextPress(() => {
    isBroken = false;
  });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('No problems.')).toBeVisible();
});

it('removes messages of the future after a question that shows how many and what the clock shows', async () => {
  const laterThan = Date.now() + 300_000;
  let rows = 1_234;
  const { screen, calls } = await openPage({
    'GET /api/admin/server': () =>
      serverStatusOf({
        clock: {
          jumps: [{ at: Date.now(), byMs: -7_200_000 }],
          future: { laterThan, rows, devices: 2, newestAt: rows > 0 ? laterThan + 7_000_000 : null },
        },
      }),
    'POST /api/admin/server/remove-future': () => {
      rows = 0;
      return { message: '1,234 messages removed.', rows: 1_234 };
    },
  });
  await expect.element(screen.getByText('Jumped back by 2 h')).toBeVisible();
  await screen.getByRole('button', { name: 'Remove messages from the future…' }).click();
  const question = screen.getByRole('alertdialog');
  await expect.element(question).toMatchTextContent(/Deletes 1,234 messages of 2 devices/);
  await expect.element(question).toMatchTextContent(/cannot be undone/);
  await expect.element(question).toMatchTextContent(/the server says it is/);
  expect(callsOf(calls, 'POST')).toEqual([]);
  await question.getByRole('button', { name: 'Remove 1,234 messages' }).click();
  await expect.element(screen.getByText('1,234 messages removed')).toBeVisible();
  expect(callsOf(calls, 'POST').map(({ body }) => body)).toEqual([{ laterThan }]);
  await expect.element(screen.getByRole('button', { name: /Remove messages/ })).not.toBeInTheDocument();
});
