import type { PublicDashboard, Widget } from '@cyno/contract';
import { type DeviceReach, reachOf } from '../dashboards/index.ts';
import type { DeviceRecord } from '../devices/index.ts';
import { exposedIds } from './exposed-control.ts';
import type { LinkedDashboard, LinkRow } from './links.repository.ts';

/** A device that a link shows, and what of it. */
export interface ScopedDevice extends DeviceReach {
  /** Stands where its id would be: outsiders learn no ids. */
  readonly number: string;
  readonly device: DeviceRecord;
  /** Its widgets; those that name no device are of each that can be chosen. */
  readonly widgets: readonly Widget[];
  /** A map of the dashboard shows where it stands. */
  readonly showsPlace: boolean;
}

/** What a link opens, and nothing beside it. */
export interface LinkScope {
  readonly link: LinkRow;
  readonly name: string;
  readonly version: number;
  readonly choices: readonly string[];
  readonly widgets: Extract<PublicDashboard, { state: 'open' }>['widgets'];
  readonly exposed: ReadonlySet<string>;
  readonly byNumber: ReadonlyMap<string, ScopedDevice>;
  readonly byDeviceId: ReadonlyMap<number, ScopedDevice>;
}

/**
 * What a link opens of its dashboard now. Devices that are not the own ones of whoever made the link are left out with their
 * widgets: what somebody shared with an account is not the account's to publish.
 */
export function linkScope(
  link: LinkRow,
  dashboard: LinkedDashboard,
  devices: { find(espid: string): DeviceRecord | undefined; findById(id: number): DeviceRecord | undefined },
): LinkScope {
  const own = dashboard.deviceId === null ? undefined : devices.findById(dashboard.deviceId);
  const espids = dashboard.deviceId === null ? dashboard.espids : own ? [own.espid] : [];
  const shown = { espids, widgets: dashboard.widgets };
  const scoped = [...reachOf(shown)].flatMap(([espid, reach], index): ScopedDevice[] => {
    const device = devices.find(espid);
    if (device?.accountId !== link.accountId) return [];
    const widgets = shown.widgets.filter((one) => (one.device ?? (espids.includes(espid) ? espid : null)) === espid);
    const showsPlace = widgets.some(({ content }) => content.type === 'map' && content.keys.length === 0);
    return [{ ...reach, number: String(index + 1), device, widgets, showsPlace }];
  });
  const byEspid = new Map(scoped.map((one) => [one.device.espid, one]));
  const choices = espids.flatMap((espid) => byEspid.get(espid)?.number ?? []);
  const widgets = shown.widgets.flatMap(({ device, ...widget }) => {
    if (device === undefined) return [widget];
    const number = byEspid.get(device)?.number;
    return number === undefined ? [] : [{ ...widget, device: number }];
  });
  return {
    ...{ link, choices, widgets, name: dashboard.name, version: dashboard.version },
    exposed: new Set(
      [...exposedIds(link.exposed, dashboard)].filter((id) => widgets.some((widget) => widget.id === id)),
    ),
    byNumber: new Map(scoped.map((one) => [one.number, one])),
    byDeviceId: new Map(scoped.map((one) => [one.device.id, one])),
  };
}
