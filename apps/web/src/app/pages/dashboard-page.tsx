import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { AccountDashboardPage, useDashboardName } from '../../features/dashboards/dashboards/index.ts';
import { withTexts } from '../../lib/language/catalogues.ts';
import { useTitle } from '../use-title.ts';

const DashboardSharing = lazy(async () => ({
  default: (await withTexts(import('./dashboard-sharing.tsx'))).DashboardSharing,
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
