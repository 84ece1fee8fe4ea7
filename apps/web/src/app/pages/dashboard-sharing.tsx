import type { AccountDashboard } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
import { accountDashboardQuery } from '../../features/dashboards/dashboards/index.ts';
import { LinksCard } from '../../features/dashboards/links/index.ts';
import { MyDashboardShare, PeopleCard, SharingCards } from '../../features/dashboards/sharing/index.ts';

/** With whom a dashboard is shared, for its owner to change. */
export function DashboardSharing({ id, name, role }: Pick<AccountDashboard, 'id' | 'name' | 'role'>) {
  const { data } = useQuery(accountDashboardQuery(id));
  if (role !== 'owner') return <MyDashboardShare id={id} name={name} role={role} />;
  return (
    <SharingCards>
      <PeopleCard thing={{ kind: 'dashboard', id, name }} />
      <LinksCard dashboard={data} />
    </SharingCards>
  );
}
