import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { devicesQuery, sharedDevicesQuery } from '../../../boards/devices/index.ts';
import { accountDashboardQuery } from '../account-dashboard-query.ts';
import { dashboardQuery } from '../dashboard-query.ts';
import type { DashboardRef } from '../dashboard-ref.ts';
import { useChosenDevice } from '../use-chosen-device.ts';
import { nameOf } from './kiosk-address.ts';
import { type KioskFailure, kioskFailureOf } from './kiosk-failure.tsx';

const none: readonly never[] = [];
/** Nobody is there to try again. */
const whileFailed = ({ state }: { state: { status: string } }) => (state.status === 'error' ? 10_000 : false);

/** What a dashboard shows; `widgets` are undefined while they are on the way, and where there is a `failure`. */
export function useKioskView(reference: DashboardRef) {
  const isAccounts = reference.kind === 'account';
  const ofDevice = useQuery({
    ...dashboardQuery(isAccounts ? '' : reference.espid),
    enabled: !isAccounts,
    refetchInterval: whileFailed,
  });
  const ofAccount = useQuery({
    ...accountDashboardQuery(isAccounts ? reference.id : 0),
    enabled: isAccounts,
    refetchInterval: whileFailed,
  });
  const devices = useQuery({ ...devicesQuery, refetchInterval: whileFailed });
  const shared = useQuery({ ...sharedDevicesQuery, refetchInterval: whileFailed });
  const espids = isAccounts ? (ofAccount.data?.espids ?? none) : [reference.espid];
  const { chosen, choices, choose } = useChosenDevice(espids);
  const { data, error } = isAccounts ? ofAccount : ofDevice;
  const dashboard = isAccounts ? ofAccount.data : ofDevice.data?.dashboard;
  const isAbsent = !isAccounts && chosen === null;
  const isThere = data !== undefined && !isAbsent;
  const failure = useHeldFailure(reference, { isThere, present: presentFailure() });
  return {
    name: dashboard?.name ?? t`Dashboard`,
    widgets: isThere && !failure ? (dashboard?.widgets ?? none) : undefined,
    failure,
    chosen,
    choices,
    choose,
    espids,
  };

  function presentFailure(): KioskFailure | null {
    const own = kioskFailureOf(error);
    if (own === 'gone' || (isAbsent && devices.data && shared.data)) return 'gone';
    // The last values stay while the server is away.
    return isThere ? null : (own ?? (isAbsent ? kioskFailureOf(devices.error ?? shared.error) : null));
  }
}

/** What failed stays while it is requested again: a screen on a wall must not flicker. */
function useHeldFailure(
  reference: DashboardRef,
  { isThere, present }: { isThere: boolean; present: KioskFailure | null },
): KioskFailure | null {
  const name = nameOf(reference);
  const [held, setHeld] = useState({ name, failure: present });
  const failure = present ?? (isThere || held.name !== name ? null : held.failure);
  if (held.name !== name || held.failure !== failure) setHeld({ name, failure });
  return failure;
}
