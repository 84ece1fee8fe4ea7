import type { AlertCondition, AlertScope } from '@cyno/contract';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import { scopeMatcher } from '../definitions/index.ts';

type Scoped = Pick<DeviceRecord, 'espid' | 'tags' | 'groupId' | 'paused' | 'virtual'>;

/** Which of an account's devices a rule is for now. */
export function devicesInScope<Device extends Scoped>(
  { scope, condition }: { readonly scope: AlertScope; readonly condition: AlertCondition },
  devices: readonly Device[],
): Device[] {
  const isNamed = scopeMatcher(scope);
  // A virtual board ends by itself, and of a paused device nothing is taken in.
  return devices.filter((one) => isNamed(one) && !one.paused && !(one.virtual && condition.kind === 'silent'));
}
