import { devicePath, roleOf, type SeenDevice } from '../../features/boards/devices/index.ts';
import { ButtonLink } from '../../ui/buttons/button-link.tsx';
import { EmptyState } from '../../ui/cards/states.tsx';
import type { DeviceTab } from './device-tabs.ts';

type TabNotAllowedProps = { tab: DeviceTab; device: SeenDevice };

/** What stands in a tab, reached by its address, that needs a larger role than this account has. */
export function TabNotAllowed({ tab, device }: TabNotAllowedProps) {
  return (
    <EmptyState
      title={`${tab} is for managers`}
      actions={<ButtonLink to={devicePath(device.espid)}>Show the live values</ButtonLink>}
    >
      {device.owner} shares {device.name} with you as {roleOf(device)}. The role of manager, which {device.owner} can
      give you, opens this tab.
    </EmptyState>
  );
}
