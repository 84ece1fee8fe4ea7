import { DashboardListPage } from '../../features/dashboard/dashboard-list-page.tsx';
import { HomeTabs } from '../home-tabs.tsx';

/** `/dashboard`: dashboards of several devices. */
export function DashboardsPage() {
  return (
    <>
      <HomeTabs current="/dashboard" />
      <DashboardListPage />
    </>
  );
}
