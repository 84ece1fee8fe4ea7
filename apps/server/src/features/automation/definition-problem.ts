import type { AutomationDefinition } from '@cyno/contract';
import { eventProblem, outputProblem } from '@cyno/device-protocol';
import type { DeviceRecord } from '../devices/index.ts';

interface Surroundings {
  /** Whose output or event it operates. */
  readonly device: DeviceRecord;
  /** A device of the same account. */
  findDevice(espid: string): DeviceRecord | undefined;
}

/** Says why an automation cannot be kept and what to do, or null. */
export function definitionProblem({ action }: AutomationDefinition, { device }: Surroundings): string | null {
  return action.kind === 'output' ? outputProblem(device.family, action) : eventProblem(action);
}
