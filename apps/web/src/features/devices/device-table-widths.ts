import { headlineColumn } from './device-columns.ts';

const widthsRem: Record<string, number> = {
  name: 14,
  status: 8,
  values: 20,
  lastSeen: 8,
  signal: 9,
  firmware: 7,
  board: 8,
  kit: 9,
  id: 19,
  ssid: 10,
  ip: 10,
};
const usualRem = 9;

const widthRem = (id: string) => widthsRem[id] ?? usualRem;

/** The column that takes what the others leave. */
const elastic = (ids: readonly string[]) => (ids.includes(headlineColumn.id) ? headlineColumn.id : 'name');

/** The width of a column as CSS; fixed, so that nothing moves when a value gets longer. */
export function columnWidth(id: string, ids: readonly string[]): string | undefined {
  return id === elastic(ids) ? undefined : `${widthRem(id)}rem`;
}

/** The width below which the table scrolls sideways in its frame, rem. */
export function tableWidth(ids: readonly string[]): number {
  return ids.reduce((sum, id) => sum + widthRem(id), 0);
}
