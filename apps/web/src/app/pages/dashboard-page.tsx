import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import {
  AccountDashboardPage,
  accountDashboardQuery,
  useDashboardName,
} from '../../features/dashboards/dashboards/index.ts';
import { LinksCard } from '../../features/dashboards/links/index.ts';
import { MyDashboardShare, PeopleCard, SharingCards } from '../../features/dashboards/sharing/index.ts';
import { useTitle } from '../use-title.ts';

/** `/dashboard/{id}`: one dashboard, and with whom it is shared. */
export function OneDashboardPage() {
  const { dashboardId } = useParams();
  useTitle(useDashboardName(Number(dashboardId)));
  return (
    <AccountDashboardPage
      sharing={({ id, name, role }) =>
        role === 'owner' ? (
          <SharingCards>
            <PeopleCard thing={{ kind: 'dashboard', id, name }} />
            <DashboardLinks id={id} />
          </SharingCards>
        ) : (
          <MyDashboardShare id={id} name={name} role={role} />
        )
      }
    />
  );
}

function DashboardLinks({ id }: { id: number }) {
  return <LinksCard dashboard={useQuery(accountDashboardQuery(id)).data} />;
}
