import type { ControlState, SharedCommandRequest } from '@cyno/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';

const minuteMs = 60_000;

/** What a dashboard shows to those it is shared with, also of devices that are not. */
export const sharedDashboardQuery = (id: number) =>
  queryOptions({
    queryKey: ['shown-dashboard', id],
    queryFn: ({ signal }) => call('GET /api/dashboards/:id/shown', { params: { id }, signal }),
    refetchInterval: minuteMs,
  });

/** What the dashboard draws of a device over its last minutes. */
export const sharedHistoryQuery = (id: number, espid: string, minutes: number) =>
  queryOptions({
    queryKey: ['shown-history', id, espid, minutes],
    queryFn: ({ signal }) =>
      call('GET /api/dashboards/:id/shown/history', { params: { id }, query: { device: espid, minutes }, signal }),
    refetchInterval: Math.max(10_000, Math.min(minuteMs, (minutes * minuteMs) / 200)),
    placeholderData: keepPreviousData,
  });

/** The outputs and events of a device whose controls the dashboard shows. */
export const sharedControlQuery = (id: number, espid: string) =>
  queryOptions({
    queryKey: ['shown-control', id, espid],
    queryFn: async ({ signal }): Promise<ControlState> => {
      const query = { device: espid };
      return { ...(await call('GET /api/dashboards/:id/shown/control', { params: { id }, query, signal })), pins: [] };
    },
  });

export const sendSharedCommand = (id: number, body: SharedCommandRequest) =>
  call('POST /api/dashboards/:id/shown/commands', { params: { id }, body });
