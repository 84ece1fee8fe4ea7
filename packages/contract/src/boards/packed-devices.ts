import type { Device, DeviceVariable, PackedDevices } from './devices.ts';

type Columns = PackedDevices['columns'];
type Layout = PackedDevices['layouts'][number];

/** Puts devices into columns, one after the other; not to be used for more after `finish`. */
export class DevicePacker {
  readonly #columns: Columns = {
    espid: [],
    name: [],
    order: [],
    online: [],
    onlineChangedAt: [],
    lastSeenAt: [],
    pending: [],
    verified: [],
    paused: [],
    virtual: [],
    virtualUntil: [],
    family: [],
    firmware: [],
    template: [],
    rssi: [],
    ip: [],
    ssid: [],
    location: [],
    icon: [],
    favourite: [],
    tags: [],
    notes: [],
    groupId: [],
    timeZone: [],
  };
  readonly #layouts: Layout[] = [];
  readonly #layoutNumbers = new Map<string, number>();
  readonly #layout: number[] = [];
  readonly #value: DeviceVariable['value'][] = [];
  readonly #at: DeviceVariable['at'][] = [];
  readonly #intervalMs: DeviceVariable['intervalMs'][] = [];

  add(device: Device): void {
    this.#addRow(device);
    this.#layout.push(this.#numberOf(device.variables));
    for (const { value, at, intervalMs } of device.variables) {
      this.#value.push(value);
      this.#at.push(at);
      this.#intervalMs.push(intervalMs);
    }
  }

  finish(): PackedDevices {
    return {
      rows: this.#layout.length,
      columns: Object.fromEntries(
        Object.entries(this.#columns).map(([name, column]) => [name, shorten<unknown>(column)]),
      ) as Columns,
      layouts: this.#layouts,
      layout: shorten(this.#layout),
      value: shorten(this.#value),
      at: shorten(this.#at),
      intervalMs: shorten(this.#intervalMs),
    };
  }

  /** One by one: a loop over the names takes several times as long. */
  #addRow(device: Device): void {
    const columns = this.#columns;
    columns.espid.push(device.espid);
    columns.name.push(device.name);
    columns.order.push(device.order);
    columns.online.push(device.online);
    columns.onlineChangedAt.push(device.onlineChangedAt);
    columns.lastSeenAt.push(device.lastSeenAt);
    columns.pending.push(device.pending);
    columns.verified.push(device.verified);
    columns.paused.push(device.paused);
    columns.virtual.push(device.virtual);
    columns.virtualUntil.push(device.virtualUntil);
    columns.family.push(device.family);
    columns.firmware.push(device.firmware);
    columns.template.push(device.template);
    columns.rssi.push(device.rssi);
    columns.ip.push(device.ip);
    columns.ssid.push(device.ssid);
    columns.location.push(device.location);
    columns.icon.push(device.icon);
    columns.favourite.push(device.favourite);
    columns.tags.push(device.tags);
    columns.notes.push(device.notes);
    columns.groupId.push(device.groupId);
    columns.timeZone.push(device.timeZone);
  }

  #numberOf(variables: readonly DeviceVariable[]): number {
    const before = this.#layout.at(-1);
    // Most devices measure what the one before them does.
    if (before !== undefined && isLaidOut(variables, this.#layouts[before] ?? [])) return before;
    const layout = variables.map(({ key, label, unit, hue, decimals, range }) => ({
      key,
      label,
      unit,
      hue,
      decimals,
      range,
    }));
    const name = JSON.stringify(layout);
    const known = this.#layoutNumbers.get(name);
    if (known !== undefined) return known;
    this.#layoutNumbers.set(name, this.#layouts.length);
    return this.#layouts.push(layout) - 1;
  }
}

function isLaidOut(variables: readonly DeviceVariable[], layout: Layout): boolean {
  if (variables.length !== layout.length) return false;
  return variables.every((one, index) => {
    const other = layout[index];
    return (
      one.key === other?.key &&
      one.label === other.label &&
      one.unit === other.unit &&
      one.hue === other.hue &&
      one.decimals === other.decimals &&
      one.range?.min === other.range?.min &&
      one.range?.max === other.range?.max
    );
  });
}

function shorten<Value>(values: Value[]): Value[] {
  const [first] = values;
  const isSame =
    values.length > 1 && (typeof first !== 'object' || first === null) && values.every((one) => one === first);
  return isSame ? values.slice(0, 1) : values;
}

/** The devices of columns, in their order. */
export function* unpackDevices(packed: PackedDevices): Generator<Device> {
  const { rows, columns: has, layouts } = packed;
  let place = 0;
  for (let row = 0; row < rows; row++) {
    const layout = layouts[at(packed.layout, row)] ?? [];
    const variables: DeviceVariable[] = [];
    for (const { key, label, unit, hue, decimals, range } of layout) {
      variables.push({
        key,
        label,
        unit,
        hue,
        decimals,
        range,
        value: at(packed.value, place),
        at: at(packed.at, place),
        intervalMs: at(packed.intervalMs, place),
      });
      place += 1;
    }
    yield {
      espid: at(has.espid, row),
      name: at(has.name, row),
      order: at(has.order, row),
      online: at(has.online, row),
      onlineChangedAt: at(has.onlineChangedAt, row),
      lastSeenAt: at(has.lastSeenAt, row),
      pending: at(has.pending, row),
      verified: at(has.verified, row),
      paused: at(has.paused, row),
      virtual: at(has.virtual, row),
      virtualUntil: at(has.virtualUntil, row),
      family: at(has.family, row),
      firmware: at(has.firmware, row),
      template: at(has.template, row),
      rssi: at(has.rssi, row),
      ip: at(has.ip, row),
      ssid: at(has.ssid, row),
      location: at(has.location, row),
      icon: at(has.icon, row),
      favourite: at(has.favourite, row),
      tags: at(has.tags, row),
      notes: at(has.notes, row),
      groupId: at(has.groupId, row),
      timeZone: at(has.timeZone, row),
      variables,
    };
  }
}

/** Every row and variable has an entry: the packer made the columns. */
const at = <Value>(column: readonly Value[], index: number): Value => column[column.length === 1 ? 0 : index] as Value;
