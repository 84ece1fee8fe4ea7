import type { ControlState, Device, DeviceVariable, WidgetContent, WidgetTarget } from '@cyno/contract';
import {
  IconAdjustmentsHorizontal,
  IconBulb,
  IconChartLine,
  IconClock,
  IconDroplet,
  IconGauge,
  IconHandClick,
  IconListCheck,
  IconNumber123,
  IconTable,
  IconTimeline,
  IconToggleLeft,
} from '@tabler/icons-react';
import { variableKind } from '../../lib/variable-kind.ts';
import { dayMinutes } from './dashboard-history.ts';
import type { Size } from './layout.ts';

export type WidgetType = WidgetContent['type'];

type Kind = { name: string; purpose: string; icon: typeof IconGauge; size: Size };

/** The kinds of widgets in the order of the library, with the sizes that new ones have. */
export const widgetKinds: Record<WidgetType, Kind> = {
  value: {
    ...{ name: 'Value', purpose: 'The newest value over the line of its last day.' },
    ...{ icon: IconNumber123, size: { width: 3, height: 2 } },
  },
  gauge: {
    ...{ name: 'Gauge', purpose: 'A dial with zones that say what is good.' },
    ...{ icon: IconGauge, size: { width: 3, height: 4 } },
  },
  tank: {
    ...{ name: 'Tank', purpose: 'A vessel that is as full as the value says.' },
    ...{ icon: IconDroplet, size: { width: 3, height: 4 } },
  },
  chart: {
    ...{ name: 'Chart', purpose: 'Lines of one or more values over time.' },
    ...{ icon: IconChartLine, size: { width: 6, height: 4 } },
  },
  led: {
    ...{ name: 'Lamp', purpose: 'Lit while a value is at a limit or above.' },
    ...{ icon: IconBulb, size: { width: 2, height: 2 } },
  },
  timeline: {
    ...{ name: 'Timeline', purpose: 'When a value was on.' },
    ...{ icon: IconTimeline, size: { width: 6, height: 2 } },
  },
  table: {
    ...{ name: 'Table', purpose: 'The newest values, one below the other.' },
    ...{ icon: IconTable, size: { width: 3, height: 4 } },
  },
  clock: {
    ...{ name: 'Clock', purpose: 'The time in the time zone of your profile.' },
    ...{ icon: IconClock, size: { width: 3, height: 2 } },
  },
  switch: {
    ...{ name: 'Switch', purpose: 'Turns an output or event on and off.' },
    ...{ icon: IconToggleLeft, size: { width: 3, height: 2 } },
  },
  button: {
    ...{ name: 'Button', purpose: 'Sends one value when it is pressed.' },
    ...{ icon: IconHandClick, size: { width: 3, height: 2 } },
  },
  slider: {
    ...{ name: 'Slider', purpose: 'Sets a level within a range.' },
    ...{ icon: IconAdjustmentsHorizontal, size: { width: 3, height: 2 } },
  },
  choice: {
    ...{ name: 'Choice', purpose: 'Sends one of a list of values.' },
    ...{ icon: IconListCheck, size: { width: 3, height: 2 } },
  },
};

export const widgetTypes = Object.keys(widgetKinds) as WidgetType[];

const titleLength = 40;
export const titleFrom = (label: string) => label.slice(0, titleLength).trim();

/** A scale for a variable that nobody has set one for: what is usual, or a round number above its value. */
export function scaleOf(variable: DeviceVariable | undefined): { min: number; max: number } {
  if (variable?.range) return variable.range;
  const value = typeof variable?.value === 'number' ? Math.abs(variable.value) : 0;
  return { min: 0, max: value <= 100 ? 100 : 10 ** Math.ceil(Math.log10(value)) };
}

/** What can be shown as a number. */
export const isMeasured = (variable: DeviceVariable) => variableKind(variable) !== 'text';

/** A new widget of a kind, bound to the first thing of the device that fits it. */
export function newContent(type: WidgetType, device: Device, control: ControlState | undefined): WidgetContent {
  const measured = device.variables.find(isMeasured);
  const variable = type === 'value' ? device.variables[0] : measured;
  const key = variable?.key ?? '';
  const shown = { title: titleFrom(variable?.label ?? widgetKinds[type].name), key };
  const target = firstTarget(control, type);
  const operated = { title: titleFrom(targetName(control, target) || widgetKinds[type].name), target };
  switch (type) {
    case 'value':
      return { type, ...shown };
    case 'gauge':
    case 'tank':
      return { type, ...shown, ...scaleOf(measured), zones: [] };
    case 'chart':
      return { type, title: shown.title, keys: key === '' ? [] : [key], minutes: dayMinutes };
    case 'led':
      return { type, ...shown, onFrom: 1, tone: 'good', onWord: 'On', offWord: 'Off' };
    case 'timeline':
      return { type, ...shown, onFrom: 1, minutes: dayMinutes };
    case 'table':
      return { type, title: widgetKinds.table.name, keys: device.variables.slice(0, 4).map((one) => one.key) };
    case 'clock':
      return { type, title: widgetKinds.clock.name };
    case 'switch':
      return { type, ...operated };
    case 'button':
      return { type, ...operated, value: '1' };
    case 'slider':
      return { type, ...operated, unit: '', min: 0, max: target.kind === 'output' ? 255 : 100, step: 1 };
    case 'choice':
      return { type, ...operated, options: twoOptions };
  }
}

const twoOptions = [
  { value: '0', label: 'Off' },
  { value: '1', label: 'On' },
];

function firstTarget(control: ControlState | undefined, type: WidgetType): WidgetTarget {
  const output = control?.outputs.find(({ mode }) => type !== 'slider' || mode !== 'digit');
  if (output && type !== 'choice') return { kind: 'output', pin: output.pin, mode: output.mode };
  return { kind: 'event', name: control?.events[0]?.name ?? '' };
}

/** What people call an output or event; empty when it has no name yet. */
export function targetName(control: ControlState | undefined, target: WidgetTarget): string {
  if (target.kind === 'output') return control?.outputs.find(({ pin }) => pin === target.pin)?.name ?? target.pin;
  return control?.events.find(({ name }) => name === target.name)?.label ?? target.name;
}

/** What is missing or wrong, as a sentence; null: nothing. */
export function contentProblem(content: WidgetContent): string | null {
  if (content.title.trim() === '') return 'Give the widget a title.';
  if ('key' in content && content.key === '') return 'Choose a value of the board.';
  if ('keys' in content && content.keys.length === 0) return 'Choose at least one value of the board.';
  if ('target' in content && content.target.kind === 'event' && content.target.name.trim() === '')
    return 'Choose what it operates.';
  if ('min' in content && !(content.min < content.max)) return 'The lowest value must be a number below the highest.';
  if ('onFrom' in content && !Number.isFinite(content.onFrom)) return 'Say from which value on it is on, as a number.';
  if (content.type === 'slider' && !(content.step > 0)) return 'The step must be a number above 0.';
  if (content.type === 'button' && content.value === '') return 'Type the value that it sends.';
  if (content.type === 'choice' && content.options.some(({ value, label }) => value === '' || label.trim() === ''))
    return 'Give each option a value and a word.';
  return 'zones' in content ? zonesProblem(content.zones.map(({ from }) => from)) : null;
}

function zonesProblem(starts: readonly number[]): string | null {
  if (starts.some((from) => !Number.isFinite(from))) return 'Say where each zone begins, as a number.';
  return new Set(starts).size < starts.length ? 'Let each zone begin at another value.' : null;
}
