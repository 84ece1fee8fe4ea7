import type { DeviceRole, OpenDashboard } from '@cyno/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import type { CommandRequest } from '../../../boards/control/index.ts';
import { controlQuery, noteCommands } from '../../../boards/control/index.ts';
import type { SeenDevice } from '../../../boards/devices/index.ts';
import { useSeenDevices } from '../../../boards/devices/index.ts';
import { asDevice } from './as-device.ts';
import { sendSharedCommand, sharedControlQuery } from './guest-calls.ts';

/** The dashboard of somebody else that this page shows; null: it is an own one, or of a device. */
export type Guest = { id: number; role: DeviceRole; dashboard: OpenDashboard } | null;

export const GuestContext = createContext<Guest>(null);

/** The devices that a dashboard shows although this account has no part in them. */
export function useSharedDevices(): readonly SeenDevice[] {
  const guest = useContext(GuestContext);
  const seen = useSeenDevices();
  return useMemo(() => {
    if (!guest) return [];
    const role = guest.role === 'viewer' ? 'viewer' : 'operator';
    return guest.dashboard.devices
      .filter(({ device }) => seen.every(({ espid }) => espid !== device))
      .map((device) => ({ ...asDevice(device), role }));
  }, [guest, seen]);
}

/** Whether what the dashboard of this page was can be looked at. Of a device that is not shared too its owner decides that. */
export function useHasPast(): boolean {
  const guest = useContext(GuestContext);
  return useSharedDevices().length === 0 || (guest?.dashboard.playback ?? false);
}

/** All that can stand on the dashboard of this page: what the account may see, and what the dashboard shows it besides. */
export function useKnownDevices(): readonly SeenDevice[] {
  const seen = useSeenDevices();
  const sharedDevices = useSharedDevices();
  return useMemo(() => [...seen, ...sharedDevices], [seen, sharedDevices]);
}

/** Sends what a widget of the dashboard operates, for somebody who has no right to its device. Null: it operates nothing. */
export function useGuestSender(): (
  id: string | undefined,
  espid: string,
) => ((command: CommandRequest) => Promise<unknown>) | null {
  const client = useQueryClient();
  const guest = useContext(GuestContext);
  return (id, espid) =>
    guest && id !== undefined && guest.dashboard.exposed.includes(id)
      ? (command) => send(client, guest.id, espid, command)
      : null;
}

async function send(client: QueryClient, id: number, espid: string, command: CommandRequest): Promise<void> {
  const { commands } = await sendSharedCommand(id, { ...command, device: espid });
  for (const { queryKey } of [sharedControlQuery(id, espid), controlQuery(espid)])
    noteCommands(client, queryKey, commands);
}
