import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { liveAddress } from '../../../lib/live/live-address.ts';
import { openSharedLive } from '../dashboards/index.ts';
import type { Link } from './public-calls.ts';

/** `down`: a lost connection that is being dialled again; `ended`: the link is no more. */
export type PublicLiveState = 'open' | 'down' | 'ended';

/** Keeps a public dashboard fresh over its live connection. */
export function usePublicLive(link: Link, enabled: boolean): PublicLiveState {
  const client = useQueryClient();
  const { token, unlock } = link;
  const [state, setState] = useState<PublicLiveState>('open');
  useEffect(() => {
    if (!enabled) return;
    return openSharedLive(client, {
      url: liveAddress(),
      hello: { type: 'hello', link: token, unlock },
      keys: {
        dashboard: queryKeys.publicDashboard(token, unlock),
        control: (device) => queryKeys.publicControl(token, device),
        alerts: queryKeys.publicAlerts(token),
        all: [
          queryKeys.publicDashboards(token),
          queryKeys.publicHistories(token),
          queryKeys.publicControls(token),
          queryKeys.publicAlerts(token),
        ],
      },
      onState: setState,
    });
  }, [client, token, unlock, enabled]);
  return state;
}
