import type { LinkChange, LinkCreated, NewLink, PublicLink } from '@cyno/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, hasFields, noAnswer } from '../../lib/api-client.ts';

const linksPath = (dashboardId: number) => `/api/dashboards/${dashboardId}/links`;

/** The public links of a dashboard; read again while they are shown, because they tell how many look. */
export const linksQuery = (dashboardId: number) =>
  queryOptions({
    queryKey: ['links', dashboardId],
    queryFn: async ({ signal }): Promise<PublicLink[]> =>
      (await api.get(linksPath(dashboardId), hasFields<{ links: PublicLink[] }>('links'), { signal })).links,
    refetchInterval: 15_000,
  });

export const createLink = (dashboardId: number, wish: NewLink) =>
  api.post(linksPath(dashboardId), wish, hasFields<LinkCreated>('link', 'token'));
export const changeLink = (dashboardId: number, id: number, wish: LinkChange) =>
  api.put(`${linksPath(dashboardId)}/${id}`, wish, hasFields<PublicLink>('id', 'name'));
export const revokeLink = (dashboardId: number, id: number) => api.delete(`${linksPath(dashboardId)}/${id}`, noAnswer);

/** Where everybody with the link sees the dashboard. */
export const linkAddress = (token: string) => `${location.origin}/view/${token}`;
