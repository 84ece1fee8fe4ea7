import { DashboardListPage } from '../../features/dashboards/dashboards/index.ts';
import { HomeTabs } from './home-tabs.tsx';

/** `/dashboard`: dashboards of several devices. */
export function DashboardsPage() {
  return (
    <>
      <HomeTabs current="/dashboard" />
      <DashboardListPage />
    </>
  );
}
