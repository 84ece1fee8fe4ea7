import type { DeviceTelemetry, HistoryVariable } from '../variables/index.ts';

/** No array has an element 0: a variable that was never stored reads as NULL. */
export const noSlot = 0;

/** The variables that are requested by a comma-separated list of keys; all without one. */
export function wantedVariables(device: DeviceTelemetry | undefined, keys: string | undefined): HistoryVariable[] {
  const named = keys === undefined ? null : new Set(keys.split(','));
  const variables: HistoryVariable[] = [];
  for (const variable of device?.variables.values() ?? []) {
    const { key, slot, type } = variable;
    if (named !== null && !named.has(key)) continue;
    variables.push({
      key,
      slot: slot ?? noSlot,
      isText: type === 'text',
      since: device?.retentionStart(variable) ?? null,
    });
  }
  return variables;
}
