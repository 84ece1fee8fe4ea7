import type { DeviceVariable, WidgetContent, WidgetZone } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatValue } from '../../../../../lib/format/format.ts';
import { zoneOf } from '../../../../../ui/charts/gauges/gauge.tsx';
import { numberOf } from '../on-spans.ts';
import type { DevicePlace } from '../widget-data.ts';
import { batteryLabel, batteryLevel } from './battery-level.ts';

/** Something that is out of order now; `name` is what, and of which device when there are several. */
export type Warning = { id: string; tone: 'warning' | 'danger'; name: string; detail: string };

/**
 * What of the devices of a dashboard is in a zone, beyond a limit or lit in a colour of warning, and which of them are offline; the
 * worst first.
 */
export function warningsOf(places: readonly DevicePlace[]): Warning[] {
  const each = new Map<string, Warning>();
  for (const { device, contents } of places) {
    const { espid, name, online } = device;
    const variables = new Map(device.variables.map((one) => [one.key, one]));
    const away: Warning[] = online ? [] : [{ id: 'away', tone: 'danger', name, detail: t`offline` }];
    const found = contents.flatMap((content) => warningsIn(content, variables));
    const named = places.length > 1 ? found.map((one) => ({ ...one, name: `${name}: ${one.name}` })) : found;
    for (const warning of [...away, ...named]) {
      const id = `${espid} ${warning.id}`;
      if (each.get(id)?.tone !== 'danger') each.set(id, { ...warning, id });
    }
  }
  return [...each.values()].sort((a, b) => Number(b.tone === 'danger') - Number(a.tone === 'danger'));
}

/** The variables that a chart draws on the axis on which its limits are. */
function onFirstAxis(
  { keys, right = [] }: Extract<WidgetContent, { type: 'chart' }>,
  variables: ReadonlyMap<string, DeviceVariable>,
): string[] {
  if (right.length > 0) return right.length === keys.length ? keys : keys.filter((key) => !right.includes(key));
  const unit = variables.get(keys[0] ?? '')?.unit;
  return keys.filter((key) => variables.get(key)?.unit === unit);
}

function warningsIn(content: WidgetContent, variables: ReadonlyMap<string, DeviceVariable>): Warning[] {
  const judge = (key: string, of: (value: number) => Pick<WidgetZone, 'tone' | 'word'> | undefined): Warning[] => {
    const variable = variables.get(key);
    const value = numberOf(variable?.value ?? null);
    const zone = value === null ? undefined : of(value);
    if (!variable || (zone?.tone !== 'warning' && zone?.tone !== 'danger')) return [];
    const figure = `${formatValue(variable.value, variable.decimals)} ${variable.unit}`.trim();
    const detail = zone.word ? `${figure}, ${zone.word}` : figure;
    return [{ id: `value ${key}`, tone: zone.tone, name: variable.label, detail }];
  };
  switch (content.type) {
    case 'value':
    case 'gauge':
    case 'bar':
    case 'tank':
      return judge(content.key, (value) => zoneOf(content.zones ?? [], value));
    case 'states':
      return content.keys.flatMap((key) => judge(key, (value) => zoneOf(content.zones, value)));
    case 'battery':
      return judge(content.key, (value) => batteryLabel(batteryLevel(value, content)));
    case 'led':
      return judge(content.key, (value) =>
        value >= content.onFrom ? { tone: content.tone, word: content.onWord } : undefined,
      );
    case 'chart': {
      const limits = (content.limits ?? []).toSorted((a, b) => a.value - b.value);
      return onFirstAxis(content, variables).flatMap((key) =>
        judge(key, (value) => limits.findLast((limit) => value >= limit.value)),
      );
    }
    default:
      return [];
  }
}
