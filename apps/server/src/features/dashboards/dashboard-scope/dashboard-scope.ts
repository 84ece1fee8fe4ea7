import type { DashboardFollows, OpenDashboard, Widget } from '@cyno/contract';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import type { LiveScope } from '../../telemetry/live/index.ts';
import { allowsOf, type ChosenDashboard, type DeviceReach, reachOf } from '../dashboards/index.ts';

/** A device that a dashboard shows to others, and what of it. */
export interface ScopedDevice extends DeviceReach {
  /** What it is called in requests and responses: its id, or what stands for that. */
  readonly number: string;
  readonly device: DeviceRecord;
  /** Its widgets; those that name no device are of each that can be chosen. */
  readonly widgets: readonly Widget[];
  /** A map of the dashboard shows where it stands. */
  readonly showsPlace: boolean;
}

/** What a dashboard opens to somebody who is not its owner, and nothing beside it. */
export interface DashboardScope extends LiveScope {
  readonly name: string;
  readonly version: number;
  /** Whether what it showed before can be looked at. */
  readonly playback: boolean;
  readonly choices: readonly string[];
  readonly widgets: OpenDashboard['widgets'];
  readonly byNumber: ReadonlyMap<string, ScopedDevice>;
  readonly byDeviceId: ReadonlyMap<number, ScopedDevice>;
}

/** A dashboard to be shown, with its widgets and the devices to choose from. */
interface DashboardToShare extends ChosenDashboard {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  readonly version: number;
  readonly follows: DashboardFollows | null;
  readonly widgets: readonly Widget[];
}

type Entry = Pick<DashboardScope, 'channel' | 'expiresAt' | 'etag' | 'playback'> & {
  find(espid: string): DeviceRecord | undefined;
  numberOf(device: DeviceRecord, index: number): string;
  /** Which of its widgets may be operated. */
  exposes(widget: Widget): boolean;
};

/**
 * What a dashboard opens to others now: what its owner has seen on it, and of the owner's own devices alone, because what somebody
 * shared with an account is not the account's to pass on. Other devices are left out with their widgets.
 */
export function dashboardScope(
  dashboard: DashboardToShare,
  { find, numberOf, exposes, ...entry }: Entry,
): DashboardScope {
  const { espids, id, accountId, name, version } = dashboard;
  const allows = allowsOf(dashboard);
  const named = dashboard.widgets.flatMap(({ device }) => device ?? []);
  const scoped = [...new Set([...espids, ...named])].flatMap((espid, index): ScopedDevice[] => {
    const device = find(espid);
    if (device?.accountId !== accountId || !allows(espid)) return [];
    const isChosen = espids.includes(espid);
    const widgets = dashboard.widgets.filter(
      (one) => (one.device === undefined ? isChosen : one.device === espid) && allows(espid, one.content),
    );
    if (widgets.length === 0 && !isChosen) return [];
    const reach = reachOf({ espids: isChosen ? [espid] : [], widgets }).get(espid);
    const showsPlace = widgets.some(({ content }) => content.type === 'map' && content.keys.length === 0);
    return [{ keys: new Set(), targets: [], ...reach, number: numberOf(device, index), device, widgets, showsPlace }];
  });
  const byEspid = new Map(scoped.map((one) => [one.device.espid, one]));
  const widgets = dashboard.widgets.filter((one) =>
    one.device === undefined
      ? espids.length === 0 || scoped.some((device) => device.widgets.includes(one))
      : byEspid.get(one.device)?.widgets.includes(one),
  );
  return {
    ...entry,
    dashboardId: id,
    ownerId: accountId,
    follows: dashboard.follows !== null,
    name,
    version,
    choices: espids.flatMap((espid) => byEspid.get(espid)?.number ?? []),
    widgets: widgets.map(({ device, ...widget }) => {
      const number = device === undefined ? undefined : byEspid.get(device)?.number;
      return number === undefined ? widget : { ...widget, device: number };
    }),
    exposed: new Set(widgets.flatMap((widget) => ('target' in widget.content && exposes(widget) ? [widget.id] : []))),
    byNumber: new Map(scoped.map((one) => [one.number, one])),
    byDeviceId: new Map(scoped.map((one) => [one.device.id, one])),
  };
}
