import { type Core, coreFor } from '../../../core.ts';
import { ClockWatch, type DiskWatch } from '../../../platform/health/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Admin } from '../admin/index.ts';
import { type NoticesDeps, ProblemNotices } from './notices/problem-notices.ts';
import { serverStatusRoutes } from './server-status.routes.ts';
import { type ServerStatusDeps, ServerStatuses } from './server-status.service.ts';

interface Deps extends Pick<ServerStatusDeps, 'telemetry'>, Pick<NoticesDeps, 'notifications'> {
  readonly disks: DiskWatch;
  readonly accounts: Accounts;
  readonly admin: Admin;
}

/**
 * How the server is, for administrators, who are notified when something is wrong with it. What is wrong any feature reports itself, with
 * `core.problems.add`.
 */
export function createServerStatus(server: Core, { disks, accounts, admin, telemetry, notifications }: Deps): void {
  const core = coreFor(server, 'server');
  const { problems } = core;
  const clockWatch = new ClockWatch(core);
  problems.add('disks', () => disks.problems());
  problems.add('storage', () => telemetry.problems());
  problems.add('clock', () => clockWatch.problems());
  problems.add('future messages', () => telemetry.futureRows.problems());
  const serverStatuses = new ServerStatuses({ ...core, disks, clockWatch, telemetry });
  const notices = new ProblemNotices({ ...core, accounts, notifications });
  core.parts.push(clockWatch, disks, notices);
  core.routes.push((app) => serverStatusRoutes(app, { serverStatuses, audit: admin.audit }));
}
