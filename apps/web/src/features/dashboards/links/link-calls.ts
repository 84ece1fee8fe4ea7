import type { LinkChange, LinkCreated, NewLink, PublicLink, Widget } from '@cyno/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, hasFields, noContent } from '../../../lib/api/api-client.ts';

/** The dashboard that links show; `espids` are the devices that can be chosen above one of several devices. */
export type LinkedDashboard = { id: number; widgets: readonly Widget[]; espids?: readonly string[] };

const linksPath = (dashboardId: number) => `/api/dashboards/${dashboardId}/links`;

/** The public links of a dashboard; read again while they are shown, because they show the number of viewers. */
export const linksQuery = (dashboardId: number) =>
  queryOptions({
    queryKey: ['links', dashboardId],
    queryFn: async ({ signal }): Promise<PublicLink[]> =>
      (await api.get(linksPath(dashboardId), hasFields<{ links: PublicLink[] }>('links'), { signal })).links,
    refetchInterval: 15_000,
  });

/** Fetches the links and their dashboard again. */
export const readAgain = (client: QueryClient, dashboardId: number) =>
  Promise.all([
    client.invalidateQueries({ queryKey: linksQuery(dashboardId).queryKey }),
    client.invalidateQueries({ queryKey: ['account-dashboards', dashboardId] }),
  ]);

export const createLink = (dashboardId: number, request: NewLink) =>
  api.post(linksPath(dashboardId), request, hasFields<LinkCreated>('link', 'token'));
export const changeLink = (dashboardId: number, id: number, request: LinkChange) =>
  api.put(`${linksPath(dashboardId)}/${id}`, request, hasFields<PublicLink>('id', 'name'));
export const revokeLink = (dashboardId: number, id: number) => api.delete(`${linksPath(dashboardId)}/${id}`, noContent);

/** Where everybody with the link sees the dashboard. */
export const linkAddress = (token: string) => `${location.origin}/view/${token}`;
