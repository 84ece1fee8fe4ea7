import { join } from 'node:path';
import { createAnnotations } from './features/annotations/index.ts';
import { createBoardHealth } from './features/board-health/index.ts';
import type { Devices } from './features/devices/index.ts';
import { createImports } from './features/imports/index.ts';
import type { Telemetry } from './features/telemetry/index.ts';
import { type Ground, groundOf } from './ground.ts';

/** What stands next to the measured values on a time line, and the way into it from files. */
export function createHistoryParts(ground: Ground, { devices, telemetry }: { devices: Devices; telemetry: Telemetry }) {
  return {
    annotations: createAnnotations(groundOf(ground, 'annotations')),
    boardHealth: createBoardHealth(groundOf(ground, 'board-health')),
    imports: createImports({
      ...groundOf(ground, 'imports'),
      directory: join(ground.dataDirectory, 'imports'),
      writer: telemetry.imports,
      variablesOf: (deviceId) => telemetry.variables(deviceId),
      imported: (device) => devices.looksChanged(device),
    }),
  };
}
