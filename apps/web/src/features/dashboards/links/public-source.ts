import type { PublicDashboard } from '@cyno/contract';
import type { QueryClient } from '@tanstack/react-query';
import { noteCommands } from '../../boards/control/index.ts';
import { asDevice, type DashboardSource } from '../dashboards/index.ts';
import {
  type Link,
  publicAlertsQuery,
  publicControlQuery,
  publicHistoryQuery,
  sendPublicCommand,
} from './public-calls.ts';

export type OpenDashboard = Extract<PublicDashboard, { state: 'open' }>;

/** What a public link opens of its dashboard; devices have numbers for ids. */
export const publicSource = (client: QueryClient, link: Link, dashboard: OpenDashboard): DashboardSource => ({
  devices: dashboard.devices.map(asDevice),
  history: (device, minutes) => publicHistoryQuery(link, device, minutes),
  control: (device) => publicControlQuery(link, device),
  alerts: () => ({
    query: publicAlertsQuery(link),
    past: () => publicAlertsQuery(link),
    hasPage: false,
  }),
  opens: () => true,
  send({ id = '' }, { espid: device }) {
    if (!dashboard.exposed.includes(id)) return null;
    return async (command) => {
      const { commands } = await sendPublicCommand(link, { ...command, device });
      noteCommands(client, publicControlQuery(link, device).queryKey, commands);
    };
  },
  runsScenes: false,
  past: null,
});
