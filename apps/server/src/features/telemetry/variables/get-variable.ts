import { AppError, because, notFound } from '../../../platform/errors.ts';
import type { DeviceRegistry } from './device-registry.ts';
import type { DeviceTelemetry } from './device-telemetry.ts';
import type { Variable } from './variable.ts';

/** Throws a 404 for a variable that the device never sent. */
export function getVariable(
  registry: DeviceRegistry,
  deviceId: number,
  key: string,
): { device: DeviceTelemetry; variable: Variable } {
  const device = registry.find(deviceId);
  const variable = device?.variables.get(key);
  if (!device || !variable) throw notFound('variable', key);
  return { device, variable };
}

/** Throws a 503 for a variable that the database does not know yet. */
export function slotOf({ slot }: Variable): number {
  if (slot === null) throw notStored();
  return slot;
}

export const notStored = () =>
  new AppError(503, 'unavailable', 'The variable is new and not stored yet. Try again in a moment.', {
    ...because('variable_not_stored_yet'),
    retryAfterSeconds: 5,
  });
