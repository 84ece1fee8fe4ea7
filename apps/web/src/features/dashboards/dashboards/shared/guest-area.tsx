import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useSession } from '../../../../lib/api/session.ts';
import { ErrorState } from '../../../../ui/cards/states.tsx';
import { accountDashboardQuery, accountDashboardsKey } from '../account-dashboard-query.ts';
import { LoadingDashboard } from '../loading-dashboard.tsx';
import { GuestContext } from './guest.ts';
import { sharedControlQuery, sharedDashboardQuery } from './guest-calls.ts';
import { openSharedLive } from './shared-live.ts';

type GuestAreaProps = {
  /** The dashboard; null: it is the one of a device. */
  id: number | null;
  children: ReactNode;
};

/** What stands in it shows a dashboard of somebody else with all that this shows, whether or not its devices are shared too. */
export function GuestArea({ id, children }: GuestAreaProps) {
  const { data } = useQuery({ ...accountDashboardQuery(id ?? 0), enabled: id !== null });
  if (id === null || !data || data.role === 'owner') return children;
  return (
    <Guests id={id} role={data.role}>
      {children}
    </Guests>
  );
}

type GuestsProps = { id: number; role: 'viewer' | 'operator' | 'manager'; children: ReactNode };

function Guests({ id, role, children }: GuestsProps) {
  const { data: dashboard, error, refetch } = useQuery(sharedDashboardQuery(id));
  useGuestLive(id);
  const guest = useMemo(() => (dashboard ? { id, role, dashboard } : null), [id, role, dashboard]);
  if (guest) return <GuestContext value={guest}>{children}</GuestContext>;
  if (!error) return <LoadingDashboard />;
  return (
    <ErrorState title="The dashboard did not load" onRetry={() => void refetch()}>
      {error.message}
    </ErrorState>
  );
}

/** Keeps the dashboard fresh, and checks whether it is still shared when its connection ends. */
function useGuestLive(id: number): void {
  const client = useQueryClient();
  const token = useSession()?.accessToken;
  useEffect(() => {
    if (token === undefined) return;
    return openSharedLive(client, {
      url: `${location.origin.replace(/^http/, 'ws')}/api/live`,
      hello: { type: 'hello', token, dashboard: id },
      keys: {
        dashboard: sharedDashboardQuery(id).queryKey,
        control: (espid) => sharedControlQuery(id, espid).queryKey,
        all: [
          ...['shown-dashboard', 'shown-history', 'shown-control'].map((part) => [part, id]),
          accountDashboardQuery(id).queryKey,
        ],
      },
      onState(state) {
        if (state === 'ended') void client.invalidateQueries({ queryKey: [accountDashboardsKey] });
      },
    });
  }, [client, token, id]);
}
