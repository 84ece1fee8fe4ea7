import { useParams } from 'react-router';
import { AccountDashboardPage, useDashboardName } from '../../features/dashboard/account-dashboard-page.tsx';
import { PeopleCard } from '../../features/sharing/people-card.tsx';
import { useTitle } from '../use-title.ts';

/** `/dashboard/{id}`: one dashboard, and with whom it is shared. */
export function OneDashboardPage() {
  const { dashboardId } = useParams();
  useTitle(useDashboardName(Number(dashboardId)));
  return <AccountDashboardPage sharing={(dashboard) => <PeopleCard thing={{ kind: 'dashboard', ...dashboard }} />} />;
}
