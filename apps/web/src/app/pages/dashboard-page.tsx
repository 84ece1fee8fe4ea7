import { useParams } from 'react-router';
import { AccountDashboardPage, useDashboardName } from '../../features/dashboard/account-dashboard-page.tsx';
import { MyDashboardShare } from '../../features/sharing/my-dashboard-share.tsx';
import { PeopleCard } from '../../features/sharing/people-card.tsx';
import { useTitle } from '../use-title.ts';

/** `/dashboard/{id}`: one dashboard, and with whom it is shared. */
export function OneDashboardPage() {
  const { dashboardId } = useParams();
  useTitle(useDashboardName(Number(dashboardId)));
  return (
    <AccountDashboardPage
      sharing={({ id, name, role }) =>
        role === 'owner' ? (
          <PeopleCard thing={{ kind: 'dashboard', id, name }} />
        ) : (
          <MyDashboardShare {...{ id, name, role }} />
        )
      }
    />
  );
}
