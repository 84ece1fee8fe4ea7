import { useQuery } from '@tanstack/react-query';
import { SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { controlQuery } from '../../boards/control/index.ts';
import { may, type SeenDevice } from '../../boards/devices/index.ts';
import { dashboardQuery } from '../dashboards/index.ts';
import { LinksCard } from '../links/index.ts';
import { PassesCard, passesQuery } from '../passes/index.ts';
import { SharingPage } from './sharing-page.tsx';
import { sharesQuery, visitsQuery } from './sharing-queries.ts';

/** The Sharing tab: people, and below them the other ways of sharing the device. */
export function SharingTab({ device }: { device: SeenDevice }) {
  const { espid, name } = device;
  const isOwn = may(device, 'own');
  const { data, isPending } = useQuery(dashboardQuery(espid));
  const shares = useQuery({ ...sharesQuery({ kind: 'device', espid, name }), enabled: isOwn });
  const passes = useQuery({ ...passesQuery(espid), enabled: isOwn });
  const visits = useQuery({ ...visitsQuery(espid), enabled: isOwn });
  const control = useQuery({ ...controlQuery(espid), enabled: isOwn });
  // Cards that came one after the other would push those below them.
  const isLoading = isPending || [shares, passes, visits, control].some((query) => query.isPending);
  if (isOwn && isLoading) return <SectionSkeleton rows={6} />;
  return (
    <SharingPage device={device}>
      <LinksCard dashboard={data?.dashboard} />
      <PassesCard device={device} />
    </SharingPage>
  );
}
