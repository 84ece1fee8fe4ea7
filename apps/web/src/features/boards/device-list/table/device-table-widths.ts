import { headlineId } from '../device-columns.ts';

const widthsRem: Record<string, number> = {
  name: 13,
  status: 7.5,
  values: 26,
  lastSeen: 7,
  signal: 8,
  firmware: 7,
  board: 8,
  kit: 9,
  id: 17.5,
  ssid: 10,
  ip: 10,
  tags: 14,
  group: 10,
};
const usualRem = 9;
/** What the column that takes the rest has at least, so that at 768 px the first four are whole. */
const leastElasticRem = 17;

const widthRem = (id: string) => widthsRem[id] ?? usualRem;

/** The column that takes what the others leave. */
const elastic = (ids: readonly string[]) => (ids.includes(headlineId) ? headlineId : 'name');

/** The width of a column as CSS; fixed, so that nothing moves when a value gets longer. */
export function columnWidth(id: string, ids: readonly string[]): string | undefined {
  return id === elastic(ids) ? undefined : `${widthRem(id)}rem`;
}

/** The width below which the table scrolls sideways in its frame, rem. */
export function tableWidth(ids: readonly string[]): number {
  const wanted = (id: string) => (id === headlineId ? leastElasticRem : widthRem(id));
  return ids.reduce((sum, id) => sum + wanted(id), 0);
}
