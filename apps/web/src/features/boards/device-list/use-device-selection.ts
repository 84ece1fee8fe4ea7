import type { Device, DeviceGroup } from '@cyno/contract';
import { useMemo, useState } from 'react';
import { useNow } from '../../../lib/browser/use-now.ts';
import { displaySettings } from '../../../lib/format/display-settings.ts';
import { type DeviceColumn, fixedColumns, groupColumns, tagColumns, valueColumns } from './device-columns.ts';
import { type ListQuery, selectDevices } from './list-query.ts';

/** How often a list that depends on values is sorted and filtered again; sooner, and cards would jump under the finger. */
const renewMs = 5000;

/**
 * The columns of the list and the devices that the query selects, in its order. What a value does to order and selection
 * shows within seconds; the devices themselves are always the newest.
 */
export function useDeviceSelection(
  devices: readonly Device[],
  query: ListQuery,
  groups: readonly DeviceGroup[],
): { columns: readonly DeviceColumn[]; selected: readonly Device[] } {
  const settled = useUntilChange(devices, useNow(renewMs));
  const columns = useMemo(
    () => [...fixedColumns(), ...groupColumns(groups), ...tagColumns(settled), ...valueColumns(settled)],
    [settled, groups],
  );
  const order = useMemo(
    () => selectDevices(settled, query, columns, displaySettings().timeZone),
    [settled, query, columns],
  );
  const selected = useMemo(() => {
    const newest = new Map<Device, Device>();
    for (const [place, device] of devices.entries()) {
      const before = settled[place];
      if (before && before !== device) newest.set(before, device);
    }
    return newest.size === 0 ? order : order.map((device) => newest.get(device) ?? device);
  }, [devices, settled, order]);
  return { columns, selected };
}

/** Keeps the devices until one comes, goes or changes in what the list is made by, or until the next tick. */
function useUntilChange(devices: readonly Device[], tick: number): readonly Device[] {
  const [stored, setStored] = useState({ devices, tick });
  if (stored.tick === tick && isSameList(stored.devices, devices)) return stored.devices;
  setStored({ devices, tick });
  return devices;
}

const isSameList = (before: readonly Device[], devices: readonly Device[]): boolean =>
  before === devices ||
  (before.length === devices.length &&
    devices.every((device, place) => {
      const other = before[place];
      return other === device || (other !== undefined && isSameShape(other, device));
    }));

const isSameShape = (a: Device, b: Device): boolean =>
  a.espid === b.espid &&
  a.order === b.order &&
  a.online === b.online &&
  a.variables.length === b.variables.length &&
  a.name === b.name &&
  a.favourite === b.favourite &&
  a.groupId === b.groupId &&
  a.tags.join() === b.tags.join();
