import type { ControlState, Device, DeviceVariable, HistoryResponse, Widget, WidgetContent } from '@cyno/contract';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import type { SeenDevice } from '../../../boards/devices/index.ts';
import type { DashboardSource } from '../source/dashboard-source.ts';
import { drawnKeys } from './dashboard-history.ts';

/** What widgets of a device show: the variables with their newest values, what was before, and what can be switched. */
export type WidgetData = {
  device: Device;
  variables: ReadonlyMap<string, DeviceVariable>;
  /** What charts draw, by their minutes; without those that are on the way. */
  histories: ReadonlyMap<number, HistoryResponse>;
  /** Undefined while it is on the way, and where it did not come. */
  control: ControlState | undefined;
  /** Why that did not come, and what requests it again; null: it came, or is on the way. */
  controlFailure: { error: Error; retry: () => void } | null;
  /** The moment of the past that is shown, ms since the epoch; null: now. */
  moment: number | null;
  /** Sends a command to the device; rejects with the reason when it is not accepted. Null: nothing can be operated here. */
  send: ReturnType<DashboardSource['send']>;
  /** Whether scenes can be run here. */
  runsScenes: boolean;
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

export type WidgetPlacement = {
  widgets: readonly Bound[];
  /** The device that is chosen, which has the widgets that name none. */
  chosen: SeenDevice | null;
  /** Those that can be chosen. */
  espids?: readonly string[];
};

/** What each device that can be seen has on a dashboard. */
export function partsOf(seen: readonly SeenDevice[], { widgets, chosen }: WidgetPlacement): DevicePart[] {
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

function controlOf(query: UseQueryResult<ControlState> | undefined): Pick<WidgetData, 'control' | 'controlFailure'> {
  const isFailed = query?.isLoadingError === true;
  return {
    control: query?.data,
    controlFailure: isFailed ? { error: query.error, retry: () => void query.refetch() } : null,
  };
}

/** Fetches what the widgets of a dashboard show now, of all devices that they are of. */
export function useSourceData(source: DashboardSource, { widgets, chosen, espids = [] }: WidgetPlacement): DataOf {
  const seen = source.devices.filter(({ pending }) => !pending);
  const parts = partsOf(seen, { widgets, chosen });
  const operated = parts.filter(({ contents }) => contents.some((content) => 'target' in content));
  const controls = useQueries({ queries: operated.map(({ device }) => source.control(device.espid)) });
  const drawn = parts.flatMap((part) => drawnKeys(part.contents).map(([minutes, keys]) => ({ part, minutes, keys })));
  const histories = useQueries({
    queries: drawn.map(({ part, minutes, keys }) => source.history(part.device.espid, minutes, keys)),
  });
  const choices = new Set([...espids, ...(chosen ? [chosen.espid] : [])]);
  const onIt = new Set([...choices, ...widgets.flatMap(({ device }) => device ?? [])]);
  const devices = seen.filter(({ espid }) => onIt.has(espid));
  const places = placesOf(widgets, devices, choices);
  const data = parts.map((part) => ({
    device: part.device,
    places,
    hiddenCount: onIt.size - places.length,
    variables: new Map(part.device.variables.map((one) => [one.key, one])),
    histories: new Map(
      drawn.flatMap((one, index): [number, HistoryResponse][] => {
        const history = one.part === part ? histories[index]?.data : undefined;
        return history ? [[one.minutes, history]] : [];
      }),
    ),
    ...controlOf(controls[operated.indexOf(part)]),
    moment: null,
    runsScenes: source.runsScenes,
  }));
  const byEspid = new Map(data.map((one) => [one.device.espid, one]));
  const any = anyOf(widgets, seen);
  return (widget) => {
    const found = byEspid.get(espidOf(widget, chosen?.espid, any) ?? '');
    if (!found || !source.opens(widget, found.device.espid)) return null;
    return { ...found, send: source.send(widget, found.device) };
  };
}
