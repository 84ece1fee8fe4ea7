import { join } from 'node:path';
import type { Core } from '../../../core.ts';
import type { Accounts } from '../accounts/index.ts';
import { type Admin, AdminDownloads } from '../admin/index.ts';
import { adminLogRoutes } from './admin-logs.routes.ts';
import { AdminLogs } from './admin-logs.service.ts';

/** The log files of the server, for administrators. */
export function createAdminLogs(core: Core, { accounts, admin }: { accounts: Accounts; admin: Admin }): void {
  const { clock, bus } = core;
  const adminLogs = new AdminLogs({ directory: join(core.dataDirectory, 'logs'), clock });
  const downloads = new AdminDownloads({ bus, clock, name: 'log downloads', accounts });
  core.routes.push((app) => adminLogRoutes(app, { adminLogs, audit: admin.audit, downloads }));
}
