import type { LinkChange, NewLink, PublicLink, Widget } from '@cyno/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { fullAddress } from '../../../lib/router/base-path.ts';

/** The dashboard that links show; `espids` are the devices that can be chosen above one of several devices. */
export type LinkedDashboard = { id: number; widgets: readonly Widget[]; espids?: readonly string[] };

/** The public links of a dashboard; read again while they are shown, because they show the number of viewers. */
export const linksQuery = (dashboardId: number) =>
  queryOptions({
    queryKey: queryKeys.links(dashboardId),
    queryFn: async ({ signal }) =>
      (await call('GET /api/dashboards/:id/links', { params: { id: dashboardId }, signal })).links,
    refetchInterval: 15_000,
  });

/** Fetches the links and their dashboard again. */
export const readAgain = (client: QueryClient, dashboardId: number) =>
  Promise.all([
    client.invalidateQueries({ queryKey: linksQuery(dashboardId).queryKey }),
    client.invalidateQueries({ queryKey: queryKeys.accountDashboard(dashboardId) }),
  ]);

/** Takes a changed link into the list that the page has: the next change is made from it. */
export const putLink = (client: QueryClient, dashboardId: number, link: PublicLink) =>
  client.setQueryData(linksQuery(dashboardId).queryKey, (all) =>
    all?.map((each) => (each.id === link.id ? link : each)),
  );

export const createLink = (id: number, body: NewLink) =>
  call('POST /api/dashboards/:id/links', { params: { id }, body });
export const changeLink = (id: number, linkId: number, body: LinkChange) =>
  call('PUT /api/dashboards/:id/links/:linkId', { params: { id, linkId }, body });
export const revokeLink = (id: number, linkId: number) =>
  call('DELETE /api/dashboards/:id/links/:linkId', { params: { id, linkId } });

/** Where everybody with the link sees the dashboard; `isKiosk`: alone on the screen. */
export const linkAddress = (token: string, isKiosk: boolean) => fullAddress(`/view/${token}${isKiosk ? '?kiosk' : ''}`);
