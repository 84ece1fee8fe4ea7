import type { ControlState, PublicCommandRequest } from '@cyno/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { type MarkedAlertsQuery, markedAlerts } from '../../automation/alerts/index.ts';

/** A link, and what stands for its password when it has one. */
export type Link = { token: string; unlock: string | null };

const minuteMs = 60_000;
const headersOf = ({ token, unlock }: Link) => ({
  'x-cyno-link': token,
  ...(unlock !== null && { 'x-cyno-unlock': unlock }),
});

export const publicDashboardQuery = (link: Link) =>
  queryOptions({
    queryKey: queryKeys.publicDashboard(link.token, link.unlock),
    queryFn: ({ signal }) => call('GET /api/public/dashboard', { headers: headersOf(link), signal }),
    refetchInterval: minuteMs,
  });

/** What the dashboard draws of a device over its last minutes. */
export const publicHistoryQuery = (link: Link, device: string, minutes: number) =>
  queryOptions({
    queryKey: queryKeys.publicHistory(link.token, device, minutes),
    queryFn: ({ signal }) =>
      call('GET /api/public/dashboard/history', { headers: headersOf(link), query: { device, minutes }, signal }),
    refetchInterval: Math.max(10_000, Math.min(minuteMs, (minutes * minuteMs) / 200)),
    placeholderData: keepPreviousData,
  });

export const publicControlQuery = (link: Link, device: string) =>
  queryOptions({
    queryKey: queryKeys.publicControl(link.token, device),
    queryFn: async ({ signal }): Promise<ControlState> => {
      const request = { headers: headersOf(link), query: { device }, signal };
      return { ...(await call('GET /api/public/dashboard/control', request)), pins: [] };
    },
  });

export const publicAlertsQuery = (link: Link): MarkedAlertsQuery => ({
  queryKey: queryKeys.publicAlerts(link.token),
  queryFn: async ({ signal }) =>
    markedAlerts(await call('GET /api/public/dashboard/alerts', { headers: headersOf(link), signal })),
  refetchInterval: minuteMs,
});

export const sendPublicCommand = (link: Link, body: PublicCommandRequest) =>
  call('POST /api/public/dashboard/commands', { headers: headersOf(link), body });

/** Changes the password for what stands for it. */
export const unlockLink = (token: string, password: string) =>
  call('POST /api/public/dashboard/unlock', { headers: { 'x-cyno-link': token }, body: { password } });

const unlockKey = (token: string) => `cyno.unlock.${token.slice(0, 8)}`;

/** What was stored of a typed password in this tab; frames of other sites may be denied to store anything. */
export function storedUnlock(token: string): string | null {
  try {
    return sessionStorage.getItem(unlockKey(token));
  } catch {
    return null;
  }
}

export function storeUnlock(token: string, unlock: string): void {
  try {
    sessionStorage.setItem(unlockKey(token), unlock);
  } catch {
    // Then the password is requested again when the page is loaded again.
  }
}
