import type { AdminUser } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconCreditCard, IconDots, IconId } from '@tabler/icons-react';
import { IconButton } from '../../../../ui/buttons/button.tsx';
import { Menu, type MenuEntry } from '../../../../ui/overlays/menu.tsx';
import { useAdministration } from './administration.ts';
import { actionsFor } from './user-actions.ts';

type UserMenuProps = { user: AdminUser; onDetails?: () => void };

/** What can be done about somebody. */
export function UserMenu({ user, onDetails }: UserMenuProps) {
  const { openQuestion, here } = useAdministration();
  const entries: MenuEntry[] = [];
  if (onDetails) entries.push({ id: 'details', label: t`Details`, icon: IconId, onAction: onDetails }, 'separator');
  for (const action of actionsFor(user, here)) {
    if (action.id === 'disable' || action.id === 'enable') {
      if (here.givesPlans) {
        const onAction = () => openQuestion({ what: 'plan', user });
        entries.push({ id: 'plan', label: t`Change plan`, icon: IconCreditCard, onAction });
      }
      entries.push('separator');
    }
    const { id, label, icon, tone } = action;
    entries.push({ id, label, icon, ...(tone && { tone }), onAction: () => openQuestion({ what: 'action', action }) });
  }
  return (
    <Menu
      label={t`Actions for ${{ email: user.email }}`}
      trigger={<IconButton label={t`Actions for ${{ email: user.email }}`} icon={IconDots} />}
      entries={entries}
    />
  );
}
