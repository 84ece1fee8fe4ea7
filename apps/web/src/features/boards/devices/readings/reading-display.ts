import type { Device, DeviceVariable } from '@cyno/contract';
import { formatValue } from '../../../../lib/format/format.ts';

/** At most this many values are shown on a card. */
const headlineLimit = 3;

/** Three values side by side leave room for this many characters each. */
const thirdLength = 10;

/**
 * The variables that a card shows: numbers and switches before texts, otherwise in the device's order; two instead of three
 * when one of them is too long for a third of the card.
 */
export function headlineVariables(device: Device): DeviceVariable[] {
  const first = device.variables
    .toSorted((a, b) => Number(typeof a.value === 'string') - Number(typeof b.value === 'string'))
    .slice(0, headlineLimit);
  const isLong = first.some(({ value, decimals }) => formatValue(value, decimals).length > thirdLength);
  return isLong ? first.slice(0, headlineLimit - 1) : first;
}

/** Sizes of a value on a card, in px at the 14 px root; each is a class of reading.css. */
const sizes = [24, 20, 16, 14, 12] as const;

/** Room for value and unit on the narrowest card, px, by the number of values side by side. */
const widths: Record<number, number> = { 1: 280, 2: 127, 3: 84 };
const digitWidth = 0.6;
const unitWidth = 7;

/**
 * The size of a value on its card, in px: the largest at which it fits with its unit, so that a long one is smaller and never cut.
 * The numbers of a card have one size; a long text makes none of them small.
 */
export function readingSize(variable: DeviceVariable, beside: readonly DeviceVariable[]): number {
  const isNumber = typeof variable.value === 'number';
  const alike = isNumber ? beside.filter(({ value }) => typeof value === 'number') : [variable];
  return Math.min(...alike.map((one) => fittingSize(one, beside.length)));
}

function fittingSize({ value, unit, decimals }: DeviceVariable, columns: number): number {
  const unitPx = value === null || unit === '' ? 0 : 3 + unit.length * unitWidth;
  const available = (widths[columns] ?? 84) - unitPx;
  const { length } = formatValue(value, decimals);
  return sizes.find((size) => length * size * digitWidth <= available) ?? 12;
}
