import type { ControlState, Device, DeviceVariable, HistoryResponse, Widget, WidgetContent } from '@cyno/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import { type CommandRequest, sendCommand } from '../../../boards/control/index.ts';
import { may, type SeenDevice } from '../../../boards/devices/index.ts';
import { GuestContext, useGuestSender, useKnownDevices, useSharedDevices } from '../shared/guest.ts';
import { useWidgetQueries } from './use-widget-queries.ts';

/** What widgets of a device show: the variables with their newest values, what was before, and what can be switched. */
export type WidgetData = {
  device: Device;
  variables: ReadonlyMap<string, DeviceVariable>;
  /** What charts draw, by their minutes; without those that are on the way. */
  histories: ReadonlyMap<number, HistoryResponse>;
  /** Undefined while it is on the way. */
  control: ControlState | undefined;
  /** The moment of the past that is shown, ms since the epoch; null: now. */
  moment: number | null;
  /** Sends a command to the device; rejects with the reason when it is not accepted. Null: nothing can be operated here. */
  send: ((command: CommandRequest) => Promise<unknown>) | null;
  /** Each device of the dashboard, for widgets about the whole of it. */
  places: readonly DevicePlace[];
  /** So many other devices of the dashboard cannot be shown: they are gone, not shared, or no part of a playback. */
  hiddenCount: number;
};

/** A device with all that a dashboard shows of it. */
export type DevicePlace = { device: Device; contents: readonly WidgetContent[] };

/** A widget with the device that it names; without one it is of the device that is chosen. */
export type Bound = Pick<Widget, 'device' | 'content'> & { id?: string };

/** What a widget is given to show; null: its device is gone, or none is chosen. */
export type DataOf = (widget: Bound) => WidgetData | null;

/** The widgets of one device on a dashboard. */
export type DevicePart = { device: SeenDevice; contents: readonly WidgetContent[] };

/** A clock, a picture or a text shows nothing of a device. */
const isOfNoDevice = (content: WidgetContent) =>
  !('key' in content || 'target' in content || content.type === 'map' || content.type === 'uptime') &&
  !('keys' in content && content.keys.length > 0);

/** The device of a widget, by its espid; what shows nothing of a device may stand with any. */
function espidOf({ device, content }: Bound, chosen: string | undefined, any: string | undefined): string | undefined {
  return device ?? chosen ?? (isOfNoDevice(content) ? any : undefined);
}

type WidgetPlacement = {
  widgets: readonly Bound[];
  /** The device that is chosen, which has the widgets that name none. */
  chosen: SeenDevice | null;
  /** All devices that can be seen. */
  seen: readonly SeenDevice[];
};

/** What each device that can be seen has on a dashboard. */
export function partsOf({ widgets, chosen, seen }: WidgetPlacement): DevicePart[] {
  const all = new Map([...seen, ...(chosen ? [chosen] : [])].map((device) => [device.espid, device]));
  const any = anyOf(widgets, seen);
  const parts = new Map<SeenDevice, WidgetContent[]>();
  for (const widget of widgets) {
    const device = all.get(espidOf(widget, chosen?.espid, any) ?? '');
    if (device) parts.set(device, [...(parts.get(device) ?? []), widget.content]);
  }
  return [...parts].map(([device, contents]) => ({ device, contents }));
}

function anyOf(widgets: readonly Bound[], seen: readonly SeenDevice[]): string | undefined {
  return seen.find(({ espid }) => widgets.some(({ device }) => device === espid))?.espid ?? seen[0]?.espid;
}

/** What a dashboard shows of each of its devices; widgets that name none are of all that can be chosen. */
export const placesOf = (
  widgets: readonly Bound[],
  devices: readonly Device[],
  choices: ReadonlySet<string>,
): DevicePlace[] =>
  devices.map((device) => ({
    device,
    contents: widgets.flatMap(({ device: named, content }) =>
      (named === undefined ? choices.has(device.espid) : named === device.espid) ? [content] : [],
    ),
  }));

/** Fetches what the widgets of a dashboard show now, of all devices that they are of; `espids` are those that can be chosen. */
export function useDashboardData({
  widgets,
  chosen,
  espids = [],
}: Omit<WidgetPlacement, 'seen'> & { espids?: readonly string[] }): DataOf {
  const client = useQueryClient();
  const seen = useKnownDevices().filter(({ pending }) => !pending);
  const guest = useContext(GuestContext);
  const guestSender = useGuestSender();
  const sharedOnly = new Set(useSharedDevices().map(({ espid }) => espid));
  const parts = partsOf({ widgets, chosen, seen });
  const { controlOf, historiesOf } = useWidgetQueries(parts, sharedOnly);
  const choices = new Set([...espids, ...(chosen ? [chosen.espid] : [])]);
  const onIt = new Set([...choices, ...widgets.flatMap(({ device }) => device ?? [])]);
  const devices = seen.filter(({ espid }) => onIt.has(espid));
  const places = placesOf(widgets, devices, choices);
  const data = parts.map((part): WidgetData => {
    const { espid } = part.device;
    return {
      device: part.device,
      places,
      hiddenCount: onIt.size - places.length,
      variables: new Map(part.device.variables.map((one) => [one.key, one])),
      histories: historiesOf(espid),
      control: controlOf(espid),
      moment: null,
      send: sharedOnly.has(espid) ? null : senderOf(client, part.device),
    };
  });
  const byEspid = new Map(data.map((one) => [one.device.espid, one]));
  const any = anyOf(widgets, seen);
  const isOpen = ({ id }: Bound) => id === undefined || !guest || guest.dashboard.widgets.some((one) => one.id === id);
  return (widget) => {
    const found = byEspid.get(espidOf(widget, chosen?.espid, any) ?? '');
    if (!found || (sharedOnly.has(found.device.espid) && !isOpen(widget))) return null;
    return { ...found, send: found.send ?? guestSender(widget.id, found.device.espid) };
  };
}

const senderOf = (client: QueryClient, device: SeenDevice) =>
  may(device, 'operate') ? (command: CommandRequest) => sendCommand(client, device.espid, command) : null;
