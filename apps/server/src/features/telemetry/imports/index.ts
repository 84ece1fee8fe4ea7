import type { DeviceVariable } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import type { ImportWriter } from '../ingest/index.ts';
import { Imports } from './imports.service.ts';

export { importRoutes } from './imports.routes.ts';
export type { Imports } from './imports.service.ts';

/** Wires the feature: files of measured values on their way into the history. */
export function createImports(deps: {
  directory: string;
  writer: ImportWriter;
  clock: Clock;
  log: Logger;
  jobs: Pick<Jobs, 'schedule'>;
  variablesOf(deviceId: number): DeviceVariable[];
  stillOpen(deviceId: number, ownerId: number, accountId: number): DeviceRecord | undefined;
  imported(device: DeviceRecord): void;
  logImport(deviceId: number, text: string): void;
}): Imports {
  const imports = new Imports(deps);
  deps.jobs.schedule('imports.sweep', '*/10 * * * *', () => imports.sweep());
  return imports;
}
