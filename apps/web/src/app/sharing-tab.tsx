import { useQuery } from '@tanstack/react-query';
import { dashboardQuery } from '../features/dashboard/dashboard-query.ts';
import { LinksCard } from '../features/links/links-card.tsx';
import { PassesCard } from '../features/passes/passes-card.tsx';
import { SharingPage } from '../features/sharing/sharing-page.tsx';
import type { SeenDevice } from '../lib/device-rights.ts';

/** The Sharing tab: people, and below them the other ways of sharing the device. */
export function SharingTab({ device }: { device: SeenDevice }) {
  const { data } = useQuery(dashboardQuery(device.espid));
  return (
    <SharingPage device={device}>
      <LinksCard dashboard={data?.dashboard} />
      <PassesCard device={device} />
    </SharingPage>
  );
}
