import type { QueryClient } from '@tanstack/react-query';
import { limitsQuery, ownMarkedAlerts, ownPastAlerts } from '../../../automation/alerts/index.ts';
import { controlQuery, sendCommand } from '../../../boards/control/index.ts';
import { may, type SeenDevice } from '../../../boards/devices/index.ts';
import { dashboardHistoryQuery } from '../widgets/dashboard-history.ts';
import type { DashboardSource } from './dashboard-source.ts';
import { ownPast } from './past-calls.ts';

/** What this account may see of its own devices and of those that are shared with it. */
export const ownSource = (client: QueryClient, devices: readonly SeenDevice[]): DashboardSource => ({
  devices,
  history: dashboardHistoryQuery,
  control: controlQuery,
  alerts: (espid) => ({
    query: ownMarkedAlerts(),
    past: (minutes) => ownPastAlerts(espid, minutes),
    limits: limitsQuery(espid),
    hasPage: true,
  }),
  opens: () => true,
  send: (_, device) => (may(device, 'operate') ? (command) => sendCommand(client, device.espid, command) : null),
  runsScenes: true,
  past: ownPast,
});
