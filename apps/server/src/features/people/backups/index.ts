import { type Core, coreFor } from '../../../core.ts';
import type { Accounts } from '../accounts/index.ts';
import { type Admin, AdminDownloads } from '../admin/index.ts';
import { runBackupProcess } from './backup-process.ts';
import { backupRoutes } from './backups.routes.ts';
import { Backups } from './backups.service.ts';
import { firstRestoreRoutes } from './restore/first-restore.routes.ts';
import { FirstRestore } from './restore/first-restore.service.ts';

interface Deps {
  readonly accounts: Accounts;
  readonly admin: Admin;
  /** Tests replace it. */
  readonly run?: typeof runBackupProcess;
}

/** Backups on a plan and on demand, for administrators, and restoring one into a new server. */
export function createBackups(server: Core, { accounts, admin, run = runBackupProcess }: Deps): Backups {
  const core = coreFor(server, 'backup');
  const backups = new Backups({ ...core, run });
  const downloads = new AdminDownloads({ ...core, name: 'backup downloads', accounts });
  // Looking often also makes what was planned while the server did not run.
  core.jobs.schedule('backups', '* * * * *', () => backups.runPlanned());
  core.jobs.schedule('backups.log', '*/10 * * * *', () => backups.pruneLog());
  core.parts.push({ start: () => undefined, stop: () => backups.stop() });
  core.problems.add('backups', () => backups.problems());
  core.routes.push((app) => backupRoutes(app, { backups, audit: admin.audit, downloads }));
  const restore = new FirstRestore({ ...core, accounts, run });
  core.parts.push(restore);
  core.routes.push((app) => firstRestoreRoutes(app, { restore }));
  return backups;
}
