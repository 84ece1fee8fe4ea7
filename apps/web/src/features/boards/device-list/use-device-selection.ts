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
  const tick = useNow(renewMs);
  const settled = useUntilChange(devices, `${tick}\n${devices.map(shapeOf).join('\n')}`);
  const columns = useMemo(
    () => [...fixedColumns(), ...groupColumns(groups), ...tagColumns(settled), ...valueColumns(settled)],
    [settled, groups],
  );
  const order = useMemo(
    () => selectDevices(settled, query, columns, displaySettings().timeZone),
    [settled, query, columns],
  );
  const selected = useMemo(() => {
    const newest = new Map(devices.map((device) => [device.espid, device]));
    return order.flatMap(({ espid }) => newest.get(espid) ?? []);
  }, [devices, order]);
  return { columns, selected };
}

const shapeOf = (device: Device) =>
  [
    device.espid,
    device.order,
    device.online,
    device.variables.length,
    device.name,
    device.favourite,
    device.groupId,
    device.tags,
  ].join();

/** Keeps a value until its key changes. */
function useUntilChange<T>(value: T, key: string): T {
  const [stored, setStored] = useState({ value, key });
  if (stored.key === key) return stored.value;
  setStored({ value, key });
  return value;
}
