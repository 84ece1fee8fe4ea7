import { type Core, coreFor } from '../../../core.ts';
import { ClockWatch, type DiskWatch } from '../../../platform/health/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Admin } from '../admin/index.ts';
import { sendDiskNotices } from './disk-notices.ts';
import { serverStatusRoutes } from './server-status.routes.ts';
import { type ServerStatusDeps, ServerStatuses } from './server-status.service.ts';

export type { ServerStatuses } from './server-status.service.ts';

interface Deps extends Pick<ServerStatusDeps, 'telemetry'> {
  readonly disks: DiskWatch;
  readonly accounts: Accounts;
  readonly admin: Admin;
}

/** How the server is, for administrators, who are notified when a disk fills. */
export function createServerStatus(server: Core, { disks, accounts, admin, telemetry }: Deps): ServerStatuses {
  const core = coreFor(server, 'server');
  const clockWatch = new ClockWatch(core);
  const serverStatuses = new ServerStatuses({ ...core, disks, clockWatch, telemetry });
  sendDiskNotices({ ...core, notify: (disk) => accounts.notices.diskFilling(disk) });
  core.parts.push(clockWatch, disks);
  core.routes.push((app) => serverStatusRoutes(app, { serverStatuses, audit: admin.audit }));
  return serverStatuses;
}
