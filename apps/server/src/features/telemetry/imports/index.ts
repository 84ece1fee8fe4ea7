import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Core, coreFor } from '../../../core.ts';
import type { DevicesFeature } from '../../boards/devices/index.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import type { Telemetry } from '../telemetry/index.ts';
import { importsRepository } from './imports.repository.ts';
import { importRoutes } from './imports.routes.ts';
import { Imports } from './imports.service.ts';

interface ImportsFeatureDeps {
  readonly accounts: Accounts;
  readonly devices: DevicesFeature;
  readonly telemetry: Telemetry;
}

/** Files of measured values on their way into the history. */
export function createImports(server: Core, { accounts, telemetry, ...others }: ImportsFeatureDeps): void {
  const core = coreFor(server, 'imports');
  const { devices, access, deviceLog } = others.devices;
  const mayBeUsed = (accountId: number) => accounts.changes.mayBeUsed(accountId);
  const imports = new Imports({
    ...core,
    repository: importsRepository(core.database),
    writer: telemetry.imports,
    variablesOf: (deviceId) => telemetry.variables(deviceId),
    stillOpen(deviceId, ownerId, accountId) {
      const now = devices.findById(deviceId);
      const isOwners = now && now.accountId === ownerId && !now.paused;
      // What was begun before an account was blocked or closed must not continue for minutes.
      if (!mayBeUsed(ownerId) || !mayBeUsed(accountId)) return undefined;
      return isOwners && access.may(accountId, now, 'manage') ? now : undefined;
    },
    imported: (device) => devices.displayChanged(device),
    logImport: (deviceId, text) => deviceLog.append(deviceId, 'note', text),
  });
  // Versions before 0.3.0 had files there.
  const formerFolder = join(core.dataDirectory, 'imports');
  core.parts.push({ start: () => rm(formerFolder, { recursive: true, force: true }), stop: () => undefined }, imports);
  core.jobs.schedule('imports.sweep', '*/10 * * * *', () => imports.sweep());
  core.routes.push((app) => importRoutes(app, { imports, getDevice: access.getDevice }));
}
