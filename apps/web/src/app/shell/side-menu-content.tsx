import type { Member } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import {
  IconCreditCard,
  IconDatabaseExport,
  IconFileText,
  IconGavel,
  IconHistory,
  IconServer,
  IconUserCog,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDevices, useSharedDevices } from '../../features/boards/devices/index.ts';
import { accountDashboardsQuery } from '../../features/dashboards/dashboards/index.ts';
import { Skeleton } from '../../ui/cards/skeleton.tsx';
import { MyDevicesSection } from './my-devices-section.tsx';
import { SharedDevicesSection } from './shared-devices-section.tsx';
import { MenuLink, MenuSection } from './side-menu-parts.tsx';
import { SupportSection } from './support-section.tsx';

/** The side menu's sections in the specified order; they appear when it is known which devices there are. */
export function SideMenuContent({ member }: { member: Member }) {
  const devices = useDevices();
  const shared = useSharedDevices();
  const dashboards = useQuery(accountDashboardsQuery);
  // A failed load counts as loaded: the rest of the menu must stay within reach.
  const isLoaded = (devices.data !== undefined || devices.isError) && !dashboards.isPending;
  if (!isLoaded) return <MenuSkeleton />;
  return (
    <nav aria-label={t`Main`}>
      <MyDevicesSection devices={devices.data} onRetry={() => void devices.refetch()} />
      {shared.data && shared.data.length > 0 && <SharedDevicesSection devices={shared.data} />}
      {member === 'admin' && (
        <MenuSection title={t`Admin`}>
          <MenuLink to="/admin/logs" icon={IconFileText}>
            {t`Logs`}
          </MenuLink>
          <MenuLink to="/admin/users" icon={IconUserCog}>
            {t`Users`}
          </MenuLink>
          <MenuLink to="/admin/claims" icon={IconGavel}>
            {t`Claims`}
          </MenuLink>
          <MenuLink to="/admin/audit" icon={IconHistory}>
            {t`Audit`}
          </MenuLink>
          <MenuLink to="/admin/server" icon={IconServer}>
            {t`System`}
          </MenuLink>
          <MenuLink to="/admin/backups" icon={IconDatabaseExport}>
            {t`Backups`}
          </MenuLink>
        </MenuSection>
      )}
      <MenuSection title={t`Package`}>
        <MenuLink to="/bill" icon={IconCreditCard}>
          {t`Plan`}
        </MenuLink>
      </MenuSection>
      <SupportSection />
    </nav>
  );
}

const boneWidths = [84, 150, 120, 168, 132];

function MenuSkeleton() {
  return (
    <div className="menu-skeleton" aria-busy="true">
      <span className="sr-only">{t`Loading the menu`}</span>
      {boneWidths.map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}
