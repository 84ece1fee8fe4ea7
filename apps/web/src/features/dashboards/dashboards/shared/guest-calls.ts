import type {
  Command,
  ControlState,
  HistoryResponse,
  OpenDashboard,
  PublicControl,
  SharedCommandRequest,
} from '@cyno/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, hasFields } from '../../../../lib/api/api-client.ts';

const minuteMs = 60_000;
const path = (id: number) => `/api/dashboards/${id}/shown`;

/** What a dashboard shows to those it is shared with, also of devices that are not. */
export const sharedDashboardQuery = (id: number) =>
  queryOptions({
    queryKey: ['shown-dashboard', id],
    queryFn: ({ signal }): Promise<OpenDashboard> =>
      api.get(path(id), hasFields<OpenDashboard>('devices', 'widgets', 'exposed'), { signal }),
    refetchInterval: minuteMs,
  });

/** What the dashboard draws of a device over its last minutes. */
export const sharedHistoryQuery = (id: number, espid: string, minutes: number) =>
  queryOptions({
    queryKey: ['shown-history', id, espid, minutes],
    queryFn: ({ signal }): Promise<HistoryResponse> =>
      api.get(
        `${path(id)}/history?${new URLSearchParams({ device: espid, minutes: String(minutes) })}`,
        hasFields<HistoryResponse>('times', 'series', 'offline'),
        { signal },
      ),
    refetchInterval: Math.max(10_000, Math.min(minuteMs, (minutes * minuteMs) / 200)),
    placeholderData: keepPreviousData,
  });

/** The outputs and events of a device whose controls the dashboard shows. */
export const sharedControlQuery = (id: number, espid: string) =>
  queryOptions({
    queryKey: ['shown-control', id, espid],
    queryFn: async ({ signal }): Promise<ControlState> => {
      const sharedControl = hasFields<PublicControl>('outputs', 'events', 'commands');
      const response = await api.get(`${path(id)}/control?${new URLSearchParams({ device: espid })}`, sharedControl, {
        signal,
      });
      return { ...response, pins: [] };
    },
  });

export const sendSharedCommand = (id: number, body: SharedCommandRequest) =>
  api.post(`${path(id)}/commands`, body, hasFields<{ commands: Command[] }>('commands'));
