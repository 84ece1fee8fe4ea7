import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { AccountDashboardPage, useDashboardName } from '../../features/dashboard/account-dashboard-page.tsx';
import { accountDashboardQuery } from '../../features/dashboard/account-dashboard-query.ts';
import { LinksCard } from '../../features/links/links-card.tsx';
import { MyDashboardShare } from '../../features/sharing/my-dashboard-share.tsx';
import { PeopleCard } from '../../features/sharing/people-card.tsx';
import { SharingCards } from '../../features/sharing/sharing-cards.tsx';
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
          <MyDashboardShare {...{ id, name, role }} />
        )
      }
    />
  );
}

function DashboardLinks({ id }: { id: number }) {
  return <LinksCard dashboard={useQuery(accountDashboardQuery(id)).data} />;
}
