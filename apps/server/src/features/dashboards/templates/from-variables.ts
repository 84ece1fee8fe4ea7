import { cutText, type DashboardTemplate, type DeviceVariable } from '@cyno/contract';
import { chart, layOut, type Tile, value } from './grid.ts';

/** The name under which a dashboard is requested that shows what the board sends. */
export const fromVariablesName = 'variables';

const maxVariables = 24;
const longestTitle = 40;

/** A dashboard of everything that a board sends: its values, and one chart for the variables of each unit. */
export function fromVariables(variables: readonly DeviceVariable[]): DashboardTemplate {
  const visible = variables.slice(0, maxVariables);
  const byUnit = new Map<string, string[]>();
  for (const { key, unit, value: newest } of visible) {
    if (typeof newest === 'string') continue;
    const keys = byUnit.get(unit) ?? [];
    if (keys.length < 8) byUnit.set(unit, [...keys, key]);
  }
  const labelOf = (key: string) => visible.find((variable) => variable.key === key)?.label ?? key;
  const charts = [...byUnit.values()].map(
    (keys): Tile => chart(cutText(keys.map(labelOf).join(', '), longestTitle), keys),
  );
  const values = visible.map(({ key, label }) => value(key, cutText(label, longestTitle)));
  return {
    name: fromVariablesName,
    version: 1,
    title: 'All values of the board',
    widgets: layOut([...values, ...charts]),
  };
}
