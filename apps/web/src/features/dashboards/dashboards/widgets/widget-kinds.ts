import type { ControlState, DeviceVariable, WidgetContent, WidgetTarget } from '@cyno/contract';
import { cutText } from '@cyno/contract/cut-text';
import { variableKind } from '../../../../lib/format/variable-kind.ts';
import type { Size } from '../layout.ts';

export type WidgetType = WidgetContent['type'];
export type WidgetGroup = 'values' | 'charts' | 'controls' | 'place' | 'lists';
type Kind = { size: Size; group: WidgetGroup };

/** The groups of the library, in its order. */
export const widgetGroups: readonly WidgetGroup[] = ['values', 'charts', 'controls', 'place', 'lists'];

const kind = (group: WidgetGroup, [width, height]: readonly [number, number]): Kind => ({
  group,
  size: { width, height },
});
const card = [3, 2] as const;
const block = [3, 4] as const;
const broad = [6, 4] as const;
const band = [6, 2] as const;

/** The kinds of widgets in the order of the library, with the sizes that new ones have. */
export const widgetKinds: Record<WidgetType, Kind> = {
  value: kind('values', card),
  gauge: kind('values', block),
  bar: kind('values', card),
  tank: kind('values', block),
  battery: kind('values', card),
  led: kind('values', [2, 2]),
  compass: kind('values', block),
  uptime: kind('values', card),
  chart: kind('charts', broad),
  bars: kind('charts', broad),
  heatmap: kind('charts', broad),
  histogram: kind('charts', broad),
  pie: kind('charts', [4, 4]),
  timeline: kind('charts', band),
  states: kind('charts', band),
  switch: kind('controls', card),
  button: kind('controls', card),
  slider: kind('controls', card),
  stepper: kind('controls', card),
  number: kind('controls', card),
  choice: kind('controls', card),
  colour: kind('controls', card),
  message: kind('controls', card),
  terminal: kind('controls', broad),
  scene: kind('controls', [3, 3]),
  map: kind('place', [6, 5]),
  image: kind('place', [4, 4]),
  camera: kind('place', broad),
  frame: kind('place', broad),
  table: kind('lists', block),
  text: kind('lists', block),
  warnings: kind('lists', block),
  alerts: kind('lists', [4, 4]),
  devices: kind('lists', block),
  clock: kind('lists', card),
  countdown: kind('lists', card),
};

/** All kinds, in the order of the library. */
export const widgetTypes = Object.keys(widgetKinds) as WidgetType[];

const titleLength = 40;
export const titleFrom = (label: string) => cutText(label, titleLength).trim();

/** A scale for a variable that nobody has set one for: what is usual, or a round number above its value. */
export function scaleOf(variable: DeviceVariable | undefined): { min: number; max: number } {
  if (variable?.range) return variable.range;
  const value = typeof variable?.value === 'number' ? Math.abs(variable.value) : 0;
  return { min: 0, max: value <= 100 ? 100 : 10 ** Math.ceil(Math.log10(value)) };
}

/** What can be shown as a number. */
export const isMeasured = (variable: DeviceVariable) => variableKind(variable) !== 'text';

/** What shows texts as well. */
const textTypes: ReadonlySet<WidgetType> = new Set(['value', 'table', 'states', 'pie', 'terminal', 'text']);

/** Whether a kind of widget can show a variable. */
export const canShow = (type: WidgetType, variable: DeviceVariable) => textTypes.has(type) || isMeasured(variable);

/** What sends texts, which no pin takes. */
export const sendsTexts = (type: WidgetType) => ['choice', 'colour', 'message', 'terminal'].includes(type);
/** What needs more than on and off. */
export const needsLevels = (type: WidgetType) => ['slider', 'stepper', 'number'].includes(type);

/** What people call an output or event; empty when it has no name yet. */
export function targetName(control: ControlState | undefined, target: WidgetTarget): string {
  if (target.kind === 'output') return control?.outputs.find(({ pin }) => pin === target.pin)?.name ?? target.pin;
  return control?.events.find(({ name }) => name === target.name)?.label ?? target.name;
}
