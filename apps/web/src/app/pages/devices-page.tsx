import { DeviceMarks, loadMaintenanceDialog } from '../../features/automation/alerts/index.ts';
import { ClaimNotices } from '../../features/boards/board-claims/index.ts';
import { BulkMaintenanceContext, DeviceCard, DeviceListPage } from '../../features/boards/device-list/index.ts';
import { DeviceMarkContext } from '../../features/boards/devices/index.ts';
import { OffersBanner, SharedCardFoot, SharedWithMe, useHasOffers } from '../../features/dashboards/sharing/index.ts';
import { lazy } from '../../lib/language/lazy.ts';
import { useLiveState } from '../../lib/live/live-client.ts';
import { HomeTabs } from './home-tabs.tsx';

const MaintenanceDialog = lazy(async () => ({ default: (await loadMaintenanceDialog()).MaintenanceDialog }));

/** `/device`: what others offer, the account's own devices, and those that are shared with it. */
export function DevicesPage() {
  const linkUp = useLiveState() !== 'down';
  const hasOffers = useHasOffers();
  return (
    <DeviceMarkContext value={DeviceMarks}>
      <BulkMaintenanceContext value={MaintenanceDialog}>
        <HomeTabs current="/device" />
        <DeviceListPage
          isInvited={hasOffers}
          offers={
            <>
              <ClaimNotices />
              <OffersBanner />
            </>
          }
          shared={
            <SharedWithMe>
              {(device) => <DeviceCard device={device} linkUp={linkUp} foot={<SharedCardFoot device={device} />} />}
            </SharedWithMe>
          }
        />
      </BulkMaintenanceContext>
    </DeviceMarkContext>
  );
}
