import type { AlertCondition, AlertScope } from '@cyno/contract';
import type { DeviceRecord } from '../../boards/devices/index.ts';

type Scoped = Pick<DeviceRecord, 'espid' | 'tags' | 'groupId' | 'paused' | 'virtual'>;

/** Which of an account's devices a rule is for now. */
export function devicesInScope<Device extends Scoped>(
  { scope, condition }: { readonly scope: AlertScope; readonly condition: AlertCondition },
  devices: readonly Device[],
): Device[] {
  const isNamed = matcherOf(scope);
  // A virtual board ends by itself, and of a paused device nothing is taken in.
  return devices.filter((one) => isNamed(one) && !one.paused && !(one.virtual && condition.kind === 'silent'));
}

function matcherOf(scope: AlertScope): (device: Scoped) => boolean {
  switch (scope.kind) {
    case 'all':
      return () => true;
    case 'devices': {
      const espids = new Set(scope.espids);
      return ({ espid }) => espids.has(espid);
    }
    case 'tag': {
      const tag = scope.tag.toLowerCase();
      return ({ tags }) => tags.some((one) => one.toLowerCase() === tag);
    }
    case 'group':
      return ({ groupId }) => groupId === scope.groupId;
  }
}
