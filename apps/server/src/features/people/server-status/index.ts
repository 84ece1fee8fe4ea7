import { readFileSync } from 'node:fs';
import { Gauge } from 'prom-client';
import { type Core, coreFor } from '../../../core.ts';
import { EventLoopDelay } from '../../../platform/event-loop/index.ts';
import { ClockWatch, type DiskWatch, describeProblem } from '../../../platform/health/index.ts';
import type { Accounts } from '../accounts/index.ts';
import { type Admin, AdminDownloads } from '../admin/index.ts';
import { orReason, SupportBundle } from './bundle/support-bundle.ts';
import { NewestRelease } from './newest-release.ts';
import { type NoticesDeps, ProblemNotices } from './notices/problem-notices.ts';
import { Sampler } from './samples/sampler.ts';
import { serverStatusRoutes } from './server-status.routes.ts';
import { type ServerStatusDeps, ServerStatuses } from './server-status.service.ts';
import { systemRoutes } from './system.routes.ts';
import { System } from './system.service.ts';
import { Warnings } from './warnings.ts';

/** The support bundle, also without a server that runs. */
export { orReason, SupportBundle } from './bundle/support-bundle.ts';

interface Deps extends Pick<ServerStatusDeps, 'telemetry'>, Pick<NoticesDeps, 'notifications'> {
  readonly disks: DiskWatch;
  readonly accounts: Accounts;
  readonly admin: Admin;
}

/** A small message counts as 335 bytes of the 16 MiB. */
const messagesLimit = 50_000;

/**
 * How the server is, for administrators, who are notified when something is wrong with it. What is wrong any feature reports itself, with
 * `core.problems.add`; certificates and queues are added likewise, with `core.certificates.add` and `core.queues.add`. Other sections of
 * the System page have a call of their own and stand in the list of `system-page.tsx`.
 */
export function createServerStatus(server: Core, { disks, accounts, admin, telemetry, notifications }: Deps): void {
  const core = coreFor(server, 'server');
  const { problems, queues, database, clock, metrics } = core;
  const version = readVersion();
  const startedAt = clock.now() - Math.round(process.uptime() * 1_000);
  const clockWatch = new ClockWatch(core);
  const eventLoop = new EventLoopDelay(core);
  const sampler = new Sampler({ ...core, disks, eventLoop });
  const spool = () => telemetry.storageReport();
  const warnings = new Warnings({ ...core, sampler, disks, eventLoop, spool, startedAt });
  problems.add('disks', () => disks.problems());
  problems.add('storage', () => telemetry.problems());
  problems.add('clock', () => clockWatch.problems());
  problems.add('future messages', () => telemetry.futureRows.problems());
  problems.add('warnings', () => warnings.problems());
  queues.add('messages', () => ({ used: spool().pendingMessages, limit: messagesLimit }));
  queues.add('spool_bytes', () => ({ used: spool().spoolBytes, limit: spool().spoolLimitBytes }));
  queues.add('database_connections', () => ({
    used: database.pool.totalCount - database.pool.idleCount,
    limit: database.pool.options.max,
  }));
  new Gauge({
    name: 'cyno_build_info',
    help: 'Always 1; the version of the server and of Node are its labels',
    labelNames: ['version', 'node'],
    registers: [metrics],
  }).set({ version, node: process.version }, 1);

  const serverStatuses = new ServerStatuses({ ...core, disks, clockWatch, telemetry });
  const notices = new ProblemNotices({ ...core, accounts, notifications });
  const release = new NewestRelease({ ...core, url: core.config.updateCheckUrl, version });
  const system = new System({ ...core, sampler, version, release, startedAt });
  const bundle = new SupportBundle({
    ...core,
    version,
    current: async () => ({
      'system.json': await orReason(() => system.report()),
      'problems.json': (await problems.list()).map(describeProblem),
      'samples.json': system.samples(),
      'metrics.txt': await orReason(() => metrics.metrics()),
    }),
  });
  core.parts.push(eventLoop, clockWatch, disks, sampler, notices);
  const downloads = new AdminDownloads({ ...core, name: 'support bundle', accounts });
  core.routes.push((app) => {
    serverStatusRoutes(app, { serverStatuses, eventLoop, audit: admin.audit });
    systemRoutes(app, { system, bundle, audit: admin.audit, clock, downloads });
  });
}

/** The version of the product, which all its packages share. */
export function readVersion(): string {
  const manifest = new URL('../../../../package.json', import.meta.url);
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}
