import { join } from 'node:path';
import { type Core, coreFor } from '../../../core.ts';
import { type Accounts, accountBlocked, sessionEnded } from '../accounts/index.ts';
import { AccountDataRepository } from './account-data.repository.ts';
import { accountDataRoutes } from './account-data.routes.ts';
import type { TelemetrySource } from './export-writer.ts';
import { DataExports } from './exports.service.ts';

/** Exports of everything that belongs to an account. */
export function createAccountData(
  server: Core,
  { accounts, telemetry }: { readonly accounts: Accounts; readonly telemetry: TelemetrySource },
): void {
  const core = coreFor(server, 'accounts');
  const dataExports = new DataExports({
    ...core,
    telemetry,
    repository: new AccountDataRepository(core.database),
    directory: join(core.dataDirectory, 'exports'),
    onReady: (accountId, until) => accounts.notices.exportReady(accountId, until),
  });
  core.parts.push(dataExports);
  core.routes.push((app) => accountDataRoutes(app, { dataExports }));
  // Anyone who had the session may have requested the file.
  core.bus.subscribe(sessionEnded, 'export tickets', ({ accountId }) => dataExports.endTickets(accountId));
  core.bus.subscribe(accountBlocked, 'export tickets', ({ accountId }) => dataExports.endTickets(accountId));
}
