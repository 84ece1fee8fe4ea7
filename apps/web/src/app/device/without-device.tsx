import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useDevices, useSharedDevices } from '../../features/boards/devices/index.ts';
import { failureText } from '../../lib/api/failure-text.ts';
import { ButtonLink } from '../../ui/buttons/button-link.tsx';
import { Skeleton } from '../../ui/cards/skeleton.tsx';
import { ErrorState } from '../../ui/cards/states.tsx';
import { Notice } from '../../ui/status/notice.tsx';
import './device-layout.css';
import { deviceTabs } from './device-tabs.ts';
import type { LastSeen } from './use-last-seen.ts';

const allDevices = () => (
  <ButtonLink to="/device" variant="primary">
    {t`All devices`}
  </ButtonLink>
);

/** The page of a device that is in none of the lists: they are on their way, did not come, or do not have it. */
export function WithoutDevice({ espid }: { espid: string }) {
  const own = useDevices();
  const shared = useSharedDevices();
  if (own.isPending || shared.isPending) return <LayoutSkeleton />;
  const error = own.error ?? shared.error;
  if (error) {
    const retry = () => void Promise.all([own.refetch(), shared.refetch()]);
    return (
      <ErrorState title={t`The device did not load`} onRetry={retry}>
        {failureText(error)}
      </ErrorState>
    );
  }
  return (
    <Notice title={t`Device not found`} actions={allDevices()}>
      <Trans>
        No device with the id <span className="mono whole-id">{espid}</span> belongs to your account or is shared with
        it. It may have been deleted, or is no longer shared with you.
      </Trans>
    </Notice>
  );
}

/** The page of a device that went away while it was open. */
export function DeviceGone({ device: { name, owner } }: { device: LastSeen }) {
  return (
    <div role="status">
      {owner ? (
        <Notice
          title={t`${name} is no longer shared with you`}
          actions={allDevices()}
        >{t`The sharing ended. Ask ${owner} to share it again if you still need it.`}</Notice>
      ) : (
        <Notice title={t`${name} is no longer yours`} actions={allDevices()}>
          {t`It was deleted or transferred to another account.`}
        </Notice>
      )}
    </div>
  );
}

function LayoutSkeleton() {
  return (
    <div aria-busy="true">
      <span className="sr-only">{t`Loading the device`}</span>
      <div className="device-head">
        <div className="device-head-skeleton">
          <Skeleton width={180} height={20} />
          <Skeleton width={300} />
        </div>
      </div>
      <div className="tab-strip device-tabs-skeleton">
        {deviceTabs.map((tab) => (
          <Skeleton key={tab} width={64} />
        ))}
      </div>
      <TabSkeleton />
    </div>
  );
}

/** The bones of a tab while its page is fetched. */
export function TabSkeleton() {
  return <Skeleton height={320} className="device-tab-skeleton" />;
}
