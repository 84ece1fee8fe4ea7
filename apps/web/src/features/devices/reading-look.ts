import type { Device, DeviceVariable } from '@cyno/contract';

/** At most this many values are shown on a card. */
export const headlineLimit = 3;

/** The variables that a card shows: numbers and switches before texts, otherwise in the device's order. */
export function headlineVariables(device: Device): DeviceVariable[] {
  return device.variables
    .toSorted((a, b) => Number(typeof a.value === 'string') - Number(typeof b.value === 'string'))
    .slice(0, headlineLimit);
}

/** A value is stale when it is older than three of its usual intervals; unknown intervals make nothing stale. */
export function isStale(variable: DeviceVariable, now: number): boolean {
  return variable.at !== null && variable.intervalMs !== null && now - variable.at > 3 * variable.intervalMs;
}

/** Sizes of a value on a card, in px at the 14 px root; each is a class of reading.css. */
export const valueSizes = [24, 20, 16, 14, 12] as const;
export type ValueSize = (typeof valueSizes)[number];

/** Room for value and unit on the narrowest card, px, by the number of values side by side. */
const room: Record<number, number> = { 1: 280, 2: 127, 3: 84 };
const digitWidth = 0.6;
const unitWidth = 7;

/** The largest size at which a value with its unit fits, so that a long one is smaller and never cut. */
export function valueSize(text: string, unit: string, columns: number): ValueSize {
  const available = (room[columns] ?? 84) - (unit === '' ? 0 : 3 + unit.length * unitWidth);
  return valueSizes.find((size) => text.length * size * digitWidth <= available) ?? 12;
}
