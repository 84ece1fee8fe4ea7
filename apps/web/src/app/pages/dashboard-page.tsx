import { Suspense } from 'react';
import { useParams } from 'react-router';
import { AccountDashboardPage, useDashboardName } from '../../features/dashboards/dashboards/index.ts';
import { lazy } from '../../lib/language/lazy.ts';
import { useTitle } from '../use-title.ts';

const DashboardSharing = lazy(async () => ({
  default: (await import('./dashboard-sharing.tsx')).DashboardSharing,
}));

/** `/dashboard/{id}`: one dashboard, and with whom it is shared. */
export function OneDashboardPage() {
  const { dashboardId } = useParams();
  useTitle(useDashboardName(Number(dashboardId)));
  return (
    <AccountDashboardPage
      sharing={({ id, name, role }) => (
        <Suspense>
          <DashboardSharing id={id} name={name} role={role} />
        </Suspense>
      )}
    />
  );
}
