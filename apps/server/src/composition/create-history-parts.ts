import { join } from 'node:path';
import { createBoardHealth } from '../features/boards/board-health/index.ts';
import type { DeviceAccess, DeviceLog, Devices } from '../features/boards/devices/index.ts';
import { createAnnotations } from '../features/telemetry/annotations/index.ts';
import { createImports } from '../features/telemetry/imports/index.ts';
import type { Telemetry } from '../features/telemetry/telemetry/index.ts';
import { type Core, coreFor } from './core.ts';

interface HistoryParts {
  /** Whether an account may be used at this moment. */
  mayBeUsed(accountId: number): boolean;
  readonly devices: Devices;
  readonly telemetry: Telemetry;
  readonly access: Pick<DeviceAccess, 'may'>;
  readonly deviceLog: DeviceLog;
}

/** What stands next to the measured values on a time line, and the way into it from files. */
export function createHistoryParts(core: Core, { devices, telemetry, access, deviceLog, mayBeUsed }: HistoryParts) {
  return {
    annotations: createAnnotations(coreFor(core, 'annotations')),
    boardHealth: createBoardHealth(coreFor(core, 'board-health')),
    imports: createImports({
      ...coreFor(core, 'imports'),
      directory: join(core.dataDirectory, 'imports'),
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
    }),
  };
}
