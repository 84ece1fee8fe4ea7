import { useQuery } from '@tanstack/react-query';
import type { SeenDevice } from '../../boards/devices/index.ts';
import { dashboardQuery } from '../dashboards/index.ts';
import { LinksCard } from '../links/index.ts';
import { PassesCard } from '../passes/index.ts';
import { SharingPage } from './sharing-page.tsx';

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
