import type { ControlState, DeviceRole, OpenDashboard } from '@cyno/contract';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import { type MarkedAlertsQuery, markedAlerts } from '../../../automation/alerts/index.ts';
import { noteCommands } from '../../../boards/control/index.ts';
import { asDevice } from './as-device.ts';
import type { DashboardSource } from './dashboard-source.ts';
import { ownPast, sharedPast } from './past-calls.ts';

/** A dashboard of somebody else, and what this account may do with it. */
export type SharedDashboard = { id: number; role: DeviceRole; dashboard: OpenDashboard };

const minuteMs = 60_000;

/** What a dashboard shows to those it is shared with, also of devices that are not. */
export const sharedDashboardQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.sharedDashboard(id),
    queryFn: ({ signal }) => call('GET /api/dashboards/:id/shown', { params: { id }, signal }),
    refetchInterval: minuteMs,
  });

const sharedHistoryQuery = (id: number, espid: string, minutes: number) =>
  queryOptions({
    queryKey: queryKeys.sharedHistory(id, espid, minutes),
    queryFn: ({ signal }) =>
      call('GET /api/dashboards/:id/shown/history', { params: { id }, query: { device: espid, minutes }, signal }),
    refetchInterval: Math.max(10_000, Math.min(minuteMs, (minutes * minuteMs) / 200)),
    placeholderData: keepPreviousData,
  });

const sharedControlQuery = (id: number, espid: string) =>
  queryOptions({
    queryKey: queryKeys.sharedControl(id, espid),
    queryFn: async ({ signal }): Promise<ControlState> => {
      const query = { device: espid };
      return { ...(await call('GET /api/dashboards/:id/shown/control', { params: { id }, query, signal })), pins: [] };
    },
  });

const sharedAlertsQuery = (id: number): MarkedAlertsQuery => ({
  queryKey: queryKeys.sharedAlerts(id),
  queryFn: async ({ signal }) =>
    markedAlerts(await call('GET /api/dashboards/:id/shown/alerts', { params: { id }, signal })),
  refetchInterval: minuteMs,
});

/** What this account may see by itself, and what the dashboard of somebody else shows it besides. */
export function sharedSource(
  client: QueryClient,
  own: DashboardSource,
  { id, role, dashboard }: SharedDashboard,
): DashboardSource {
  const sharedAlerts = { query: sharedAlertsQuery(id), past: () => sharedAlertsQuery(id) };
  const seen = new Set(own.devices.map(({ espid }) => espid));
  const added = dashboard.devices
    .filter(({ device }) => !seen.has(device))
    .map((device) => ({ ...asDevice(device), role: role === 'viewer' ? ('viewer' as const) : ('operator' as const) }));
  const control: DashboardSource['control'] = (espid) =>
    seen.has(espid) ? own.control(espid) : sharedControlQuery(id, espid);
  return {
    devices: [...own.devices, ...added],
    history: (espid, minutes, keys) =>
      seen.has(espid) ? own.history(espid, minutes, keys) : sharedHistoryQuery(id, espid, minutes),
    control,
    alerts: (espid) => (seen.has(espid) ? own.alerts(espid) : { ...sharedAlerts, hasPage: false }),
    opens: (widget, espid) =>
      seen.has(espid) || widget.id === undefined || dashboard.widgets.some((one) => one.id === widget.id),
    send(widget, device) {
      const { espid } = device;
      const send = seen.has(espid) ? own.send(widget, device) : null;
      if (send || widget.id === undefined || !dashboard.exposed.includes(widget.id)) return send;
      return async (command) => {
        const body = { ...command, device: espid };
        const { commands } = await call('POST /api/dashboards/:id/shown/commands', { params: { id }, body });
        noteCommands(client, control(espid).queryKey, commands);
      };
    },
    runsScenes: true,
    // Of a device that is not shared too its owner decides that.
    past:
      added.length > 0 && !dashboard.playback
        ? null
        : (espid) => (seen.has(espid) ? ownPast(espid) : sharedPast(id, espid)),
  };
}
