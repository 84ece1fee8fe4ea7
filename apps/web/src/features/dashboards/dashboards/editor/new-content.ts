import type { ControlState, Device, DeviceVariable, WidgetContent, WidgetTarget } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { variableKind } from '../../../../lib/format/variable-kind.ts';
import { dayMinutes } from '../widgets/dashboard-history.ts';
import {
  isMeasured,
  needsLevels,
  scaleOf,
  sendsTexts,
  targetName,
  titleFrom,
  type WidgetType,
} from '../widgets/widget-kinds.ts';
import { kindName } from './kind-texts.ts';

const weekMinutes = 7 * dayMinutes;
const monthMinutes = 28 * dayMinutes;

/** A device as a new widget of it sees it: what it sends and what it switches, and what other widgets of it show already. */
export type NewContentOf = {
  device: Device;
  control: ControlState | undefined;
  others?: readonly WidgetContent[];
};

/** A new widget of a kind, bound to what fits it best of the device and no other widget has yet. */
export function newContent(type: WidgetType, of: NewContentOf): WidgetContent {
  const device = withUnusedFirst(of);
  const name = kindName(type);
  const variable = fittingVariable(type, device.variables);
  const key = variable?.key ?? '';
  const title = titleFrom(variable?.label ?? name);
  const base = { title, key };
  const keys = key === '' ? [] : [key];
  switch (type) {
    case 'value':
      return { type, ...base };
    case 'gauge':
    case 'bar':
    case 'tank':
      return { type, ...base, ...scaleOf(variable), zones: [] };
    case 'battery':
      return { type, ...base, ...batteryOf(variable) };
    case 'led':
      return { type, ...base, onFrom: 1, tone: 'good', onWord: t`On`, offWord: t`Off` };
    case 'chart':
      return { type, title, keys, minutes: dayMinutes };
    case 'bars':
      return {
        type,
        ...base,
        minutes: weekMinutes,
        zones: [],
        by: 'day',
        figure: isCounter(variable) ? 'rise' : 'average',
      };
    case 'heatmap':
      return { type, ...base, minutes: monthMinutes };
    case 'histogram':
      return { type, ...base, minutes: weekMinutes, bins: 16 };
    case 'timeline':
      return { type, ...base, onFrom: 1, minutes: dayMinutes };
    case 'states':
      return { type, title, keys, minutes: dayMinutes, zones: [] };
    case 'pie':
      return newShares(device.variables);
    case 'compass':
      return { type, title: name, keys: windKeys(device.variables), minutes: dayMinutes };
    case 'map':
      return { type, title: name, keys: placeKeys(device.variables), minutes: dayMinutes };
    case 'table':
      return { type, title: name, keys: device.variables.slice(0, 4).map((one) => one.key) };
    case 'text':
      return { type, title: t`Notes`, ...newText(variable) };
    case 'image':
      return { type, title: name, url: '', fit: 'contain', alt: '' };
    case 'camera':
      return { type, title: name, url: '', seconds: 10 };
    case 'frame':
      return { type, title: name, url: '' };
    case 'countdown':
      return { type, title: name, until: nextHour() };
    case 'scene':
      return { type, title: name, sceneId: 0, confirm: false };
    case 'clock':
    case 'uptime':
    case 'warnings':
    case 'alerts':
    case 'devices':
      return { type, title: name };
    default:
      return newControl(type, { ...of, device });
  }
}

type ControlType = Extract<WidgetContent, { target: unknown }>['type'];

/** The device with the variables in front that none of the other widgets shows. */
function withUnusedFirst({ device, others = [] }: NewContentOf): Device {
  const used = new Set(
    others.flatMap((content) => ('key' in content ? [content.key] : 'keys' in content ? content.keys : [])),
  );
  return {
    ...device,
    variables: device.variables.toSorted((a, b) => Number(used.has(a.key)) - Number(used.has(b.key))),
  };
}

function newControl(type: ControlType, { device, control, others = [] }: NewContentOf): WidgetContent {
  const target = firstTarget(type, control, others);
  const operated = { title: titleFrom(targetName(control, target) || kindName(type)), target };
  switch (type) {
    case 'switch':
    case 'message':
      return { type, ...operated };
    case 'button':
      return { type, ...operated, value: '1' };
    case 'slider':
    case 'stepper':
    case 'number':
      return { type, ...operated, unit: '', min: 0, max: target.kind === 'output' ? 255 : 100, step: 1 };
    case 'choice':
      return { type, ...operated, options: twoOptions() };
    case 'colour':
      return { type, ...operated, format: 'hex' };
    case 'terminal': {
      const text = device.variables.find((variable) => variableKind(variable) === 'text');
      return { type, ...operated, title: kindName('terminal'), keys: text ? [text.key] : [] };
    }
  }
}

const twoOptions = () => [
  { value: '0', label: t`Off` },
  { value: '1', label: t`On` },
];

/** An output or event that no other widget has, else the first one that fits. */
function firstTarget(
  type: ControlType,
  control: ControlState | undefined,
  others: readonly WidgetContent[],
): WidgetTarget {
  const used = new Set(others.flatMap((content) => ('target' in content ? [JSON.stringify(content.target)] : [])));
  const outputs = (control?.outputs ?? [])
    .filter(({ mode }) => !sendsTexts(type) && (!needsLevels(type) || mode !== 'digit'))
    .map(({ pin, mode }): WidgetTarget => ({ kind: 'output', pin, mode }));
  const events = (control?.events ?? []).map(({ name }): WidgetTarget => ({ kind: 'event', name }));
  const targets = [...outputs, ...events];
  return targets.find((target) => !used.has(JSON.stringify(target))) ?? targets[0] ?? { kind: 'event', name: '' };
}

const isNamed = ({ key, label }: DeviceVariable, pattern: RegExp) => pattern.test(key) || pattern.test(label);

/** The first variable that a kind is made for, else the first that it can show. */
function fittingVariable(type: WidgetType, variables: readonly DeviceVariable[]): DeviceVariable | undefined {
  const measured = variables.filter(isMeasured);
  switch (type) {
    case 'value':
      return variables[0];
    case 'battery':
      return (
        measured.find((one) => isNamed(one, /bat|akku/i)) ?? measured.find(({ unit }) => unit === 'V') ?? measured[0]
      );
    case 'bars':
      return measured.find(isCounter) ?? measured[0];
    case 'led':
    case 'timeline':
      return measured.find((one) => variableKind(one) === 'switch') ?? measured[0];
    case 'states':
      return variables.find((one) => variableKind(one) !== 'number') ?? variables[0];
    default:
      return measured[0];
  }
}

const isCounter = (variable: DeviceVariable | undefined) =>
  variable !== undefined &&
  (/^(M|k)?Wh$|^m³$|^L$/.test(variable.unit) || isNamed(variable, /\b(count|counter|total)\b/i));

/** A voltage of one or several cells in a row, or percent. */
function batteryOf(variable: DeviceVariable | undefined) {
  const volts = typeof variable?.value === 'number' ? variable.value : 0;
  // Of a value without a unit its size decides: a percentage that is a fraction below 30 is rarer than a voltage.
  const isVoltage = variable?.unit === 'V' || (variable?.unit === '' && volts < 30 && !Number.isInteger(volts));
  if (!isVoltage) return { chemistry: 'percent', cells: 1 } as const;
  return volts > 9
    ? ({ chemistry: 'lead', cells: volts > 18 ? 12 : 6 } as const)
    : ({ chemistry: 'lithium', cells: volts > 5 ? 2 : 1 } as const);
}

/** Several values of one unit, or the times of one that has states. */
function newShares(variables: readonly DeviceVariable[]): WidgetContent {
  const shares = { type: 'pie', minutes: dayMinutes, zones: [] } as const;
  const groups = Map.groupBy(
    variables.filter((one) => variableKind(one) === 'number' && one.unit !== ''),
    ({ unit }) => unit,
  );
  const group = [...groups.values()].find(({ length }) => length > 1);
  const word = variables.find((one) => variableKind(one) !== 'number');
  if (word && !group) return { ...shares, zones: [], title: titleFrom(word.label), keys: [word.key], shares: 'time' };
  const chosen = (group ?? variables.filter(isMeasured).slice(0, 2)).slice(0, 6);
  return { ...shares, zones: [], title: kindName('pie'), keys: chosen.map(({ key }) => key), shares: 'values' };
}

function windKeys(variables: readonly DeviceVariable[]): string[] {
  const measured = variables.filter(isMeasured);
  const direction =
    measured.find((one) => isNamed(one, /dir|heading|course|bearing/i)) ?? measured.find(({ unit }) => unit === '°');
  const speed = measured.find((one) => /^(m\/s|km\/h|mph|kn|kt)$/.test(one.unit) || isNamed(one, /speed/i));
  return [direction ?? measured[0], speed].flatMap((one) => (one ? [one.key] : []));
}

function placeKeys(variables: readonly DeviceVariable[]): string[] {
  const latitude = variables.find((one) => isNamed(one, /^lat/i));
  const longitude = variables.find((one) => isNamed(one, /^(lon|lng)/i));
  return latitude && longitude ? [latitude.key, longitude.key] : [];
}

function newText(variable: DeviceVariable | undefined) {
  if (!variable) return { text: t`Write what people should know here.`, keys: [] };
  const { key, label, unit } = variable;
  return { text: t`**${label}**: ${{ value: `{{${key}}} ${unit}`.trim() }}`, keys: [key] };
}

const hourMs = 3_600_000;
const nextHour = () => Math.ceil(Date.now() / hourMs + 1) * hourMs;
