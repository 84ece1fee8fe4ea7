import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import { useSession } from '../../../../lib/api/session.ts';
import { liveAddress } from '../../../../lib/live/live-address.ts';
import { ErrorState } from '../../../../ui/cards/states.tsx';
import { accountDashboardQuery } from '../account-dashboard-query.ts';
import { LoadingDashboard } from '../loading-dashboard.tsx';
import { openSharedLive } from './shared-live.ts';
import { sharedDashboardQuery } from './shared-source.ts';
import { SharedDashboardContext } from './use-dashboard-source.ts';

type SharedAreaProps = {
  /** The dashboard; null: it is the one of a device. */
  id: number | null;
  /** What stands in the place of `children` until it is known what the dashboard shows; `error`: why that did not come. */
  instead?: (error: Error | null) => ReactNode;
  children: ReactNode;
};

/** What stands in it shows a dashboard of somebody else with all that this shows, whether or not its devices are shared too. */
export function SharedArea({ id, ...parts }: SharedAreaProps) {
  const { data, error } = useQuery({ ...accountDashboardQuery(id ?? 0), enabled: id !== null });
  const isGone = error instanceof ApiError && error.status === 404;
  if (id === null || !data || data.role === 'owner') return parts.children;
  return <Shared id={id} role={data.role} isGone={isGone} {...parts} />;
}

type SharedProps = Omit<SharedAreaProps, 'id'> & {
  id: number;
  role: 'viewer' | 'operator' | 'manager';
  isGone: boolean;
};

function Shared({ id, role, isGone, instead, children }: SharedProps) {
  const { data: dashboard, error, refetch } = useQuery(sharedDashboardQuery(id));
  useSharedLive(id);
  const shared = useMemo(() => (dashboard ? { id, role, dashboard } : null), [id, role, dashboard]);
  if (shared) return <SharedDashboardContext value={shared}>{children}</SharedDashboardContext>;
  if (isGone) return children;
  if (instead) return instead(error);
  if (!error) return <LoadingDashboard />;
  return (
    <ErrorState title={t`The dashboard did not load`} onRetry={() => void refetch()}>
      {failureText(error)}
    </ErrorState>
  );
}

/** Keeps the dashboard fresh, and checks whether it is still shared when its connection ends. */
function useSharedLive(id: number): void {
  const client = useQueryClient();
  const token = useSession()?.accessToken;
  useEffect(() => {
    if (token === undefined) return;
    return openSharedLive(client, {
      url: liveAddress(),
      hello: { type: 'hello', token, dashboard: id },
      keys: {
        dashboard: sharedDashboardQuery(id).queryKey,
        control: (espid) => queryKeys.sharedControl(id, espid),
        alerts: queryKeys.sharedAlerts(id),
        all: [
          queryKeys.sharedDashboard(id),
          queryKeys.sharedHistories(id),
          queryKeys.sharedControls(id),
          queryKeys.sharedAlerts(id),
          accountDashboardQuery(id).queryKey,
        ],
      },
      onState(state) {
        if (state === 'ended') void client.invalidateQueries({ queryKey: queryKeys.accountDashboards() });
      },
    });
  }, [client, token, id]);
}
