import { useDevice } from '../../features/boards/devices/index.ts';
import { useLiveState } from '../../lib/live/live-client.ts';
import { useMatches } from '../../lib/router/page-provider.tsx';

/** The device whose page is open, for the top bar; `webConnected` is this browser's own live connection. */
export type CurrentDevice = {
  currentDeviceName: string;
  /** Who shares it with this account; undefined for an own device. */
  owner: string | undefined;
  deviceConnected: boolean;
  webConnected: boolean;
};

/** Names the current device while one of its pages is open (the flag `showDeviceNameInTopbar`), else undefined. */
export function useCurrentDevice(): CurrentDevice | undefined {
  const espid = useMatches().at(-1)?.params.espId;
  const device = useDevice(espid ?? '');
  const live = useLiveState();
  const showDeviceNameInTopbar = espid !== undefined && device !== undefined;
  if (!showDeviceNameInTopbar) return undefined;
  return {
    currentDeviceName: device.name,
    owner: device.owner,
    deviceConnected: device.online,
    webConnected: live !== 'down',
  };
}
