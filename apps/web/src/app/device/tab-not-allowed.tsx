import { t } from '@lingui/core/macro';
import { devicePath, roleOf, type SeenDevice } from '../../features/boards/devices/index.ts';
import { ButtonLink } from '../../ui/buttons/button-link.tsx';
import { EmptyState } from '../../ui/cards/states.tsx';
import type { DeviceTab } from './device-tabs.ts';
import { roleText } from './role-text.ts';
import { tabLabel } from './tab-label.ts';

type TabNotAllowedProps = { tab: DeviceTab; device: SeenDevice };

/** What stands in a tab, reached by its address, that needs a larger role than this account has. */
export function TabNotAllowed({ tab, device }: TabNotAllowedProps) {
  return (
    <EmptyState
      title={t`${{ tab: tabLabel(tab) }} is for managers`}
      actions={<ButtonLink to={devicePath(device.espid)}>{t`Show the live values`}</ButtonLink>}
    >{t`Your role is ${{ role: roleText(roleOf(device)) }}. Ask ${{ owner: device.owner ?? '' }} to make you a manager.`}</EmptyState>
  );
}
