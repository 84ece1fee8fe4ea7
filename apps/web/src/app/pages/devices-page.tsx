import { ClaimNotices } from '../../features/board-claims/claim-notices.tsx';
import { DeviceCard } from '../../features/devices/device-card.tsx';
import { DeviceListPage } from '../../features/devices/device-list-page.tsx';
import { OffersBanner } from '../../features/sharing/offers-banner.tsx';
import { SharedCardFoot, SharedWithMe } from '../../features/sharing/shared-with-me.tsx';
import { useLiveState } from '../../lib/live-client.ts';
import { HomeTabs } from '../home-tabs.tsx';

/** `/device`: what others offer, the account's own devices, and those that are shared with it. */
export function DevicesPage() {
  const linkUp = useLiveState() !== 'down';
  return (
    <>
      <HomeTabs current="/device" />
      <DeviceListPage
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
    </>
  );
}
