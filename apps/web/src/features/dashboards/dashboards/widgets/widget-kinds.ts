import type { ControlState, DeviceVariable, WidgetContent, WidgetTarget } from '@cyno/contract';
import {
  IconAdjustmentsHorizontal,
  IconAlertTriangle,
  IconBattery2,
  IconBulb,
  IconCamera,
  IconChartBar,
  IconChartDonut,
  IconChartHistogram,
  IconChartLine,
  IconClock,
  IconCompass,
  IconDevices,
  IconDroplet,
  IconGauge,
  IconGridDots,
  IconHandClick,
  IconHourglass,
  IconKeyboard,
  IconListCheck,
  IconMap2,
  IconMarkdown,
  IconNumber123,
  IconPalette,
  IconPhoto,
  IconPlusMinus,
  IconRulerMeasure,
  IconStack2,
  IconTable,
  IconTerminal2,
  IconTimeline,
  IconTimelineEventText,
  IconToggleLeft,
  IconTypography,
  IconWindow,
} from '@tabler/icons-react';
import { variableKind } from '../../../../lib/format/variable-kind.ts';
import type { Size } from '../layout.ts';

export type WidgetType = WidgetContent['type'];
type Icon = typeof IconGauge;
type Group = 'values' | 'charts' | 'controls' | 'place' | 'lists';
type Kind = { size: Size; name: string; purpose: string; icon: Icon; group: Group };

/** The groups of the library, in its order. */
export const widgetGroups: readonly { id: Group; label: string }[] = [
  { id: 'values', label: 'Values' },
  { id: 'charts', label: 'Charts' },
  { id: 'controls', label: 'Controls' },
  { id: 'place', label: 'Place and media' },
  { id: 'lists', label: 'Text and lists' },
];

const kind = (group: Group, icon: Icon, [width, height]: readonly [number, number]) => ({
  named: (name: string, purpose: string): Kind => ({ group, icon, size: { width, height }, name, purpose }),
});
const card = [3, 2] as const;
const block = [3, 4] as const;
const broad = [6, 4] as const;
const band = [6, 2] as const;

/** The kinds of widgets in the order of the library, with the sizes that new ones have. */
export const widgetKinds: Record<WidgetType, Kind> = {
  value: kind('values', IconNumber123, card).named('Value', 'The newest value over the line of its last day.'),
  gauge: kind('values', IconGauge, block).named('Gauge', 'A dial with zones that say what is good.'),
  bar: kind('values', IconRulerMeasure, card).named('Bar', 'A value on a straight scale with zones.'),
  tank: kind('values', IconDroplet, block).named('Tank', 'A vessel that is as full as the value says.'),
  battery: kind('values', IconBattery2, card).named('Battery', 'How full a battery is, from percent or its voltage.'),
  led: kind('values', IconBulb, [2, 2]).named('Lamp', 'Lit while a value is at a limit or above.'),
  compass: kind('values', IconCompass, block).named('Compass', 'A direction, its speed and a wind rose.'),
  uptime: kind('values', IconTimeline, card).named('Uptime', 'For how long the board has been connected.'),
  chart: kind('charts', IconChartLine, broad).named('Chart', 'Lines or areas of values over time.'),
  bars: kind('charts', IconChartBar, broad).named('Bars', 'One figure for each hour or day.'),
  heatmap: kind('charts', IconGridDots, broad).named('Heat map', 'What is usual at which hour of which weekday.'),
  histogram: kind('charts', IconChartHistogram, broad).named('Histogram', 'How often a value was how high.'),
  pie: kind('charts', IconChartDonut, [4, 4]).named('Shares', 'How several values, or times, make up a whole.'),
  timeline: kind('charts', IconTimeline, band).named('Timeline', 'When a value was on.'),
  states: kind('charts', IconTimelineEventText, band).named('State timeline', 'When which text or level was there.'),
  switch: kind('controls', IconToggleLeft, card).named('Switch', 'Turns an output or event on and off.'),
  button: kind('controls', IconHandClick, card).named('Button', 'Sends one value when it is pressed.'),
  slider: kind('controls', IconAdjustmentsHorizontal, card).named('Slider', 'Sets a level within a range.'),
  stepper: kind('controls', IconPlusMinus, card).named('Stepper', 'One step up or down at a press.'),
  number: kind('controls', IconKeyboard, card).named('Number', 'Sends a number that is typed.'),
  choice: kind('controls', IconListCheck, card).named('Choice', 'Sends one of a list of values.'),
  colour: kind('controls', IconPalette, card).named('Colour', 'Sends a colour, for lamps that have many.'),
  message: kind('controls', IconTypography, card).named('Text input', 'Sends a line of text.'),
  terminal: kind('controls', IconTerminal2, broad).named('Terminal', 'Sends lines and shows those that come back.'),
  scene: kind('controls', IconStack2, [3, 3]).named('Scene', 'Runs a scene, which sets several outputs at once.'),
  map: kind('place', IconMap2, [6, 5]).named('Map', 'Where the board is, and the way it came.'),
  image: kind('place', IconPhoto, [4, 4]).named('Picture', 'A drawing or photo, such as a plan of the place.'),
  camera: kind('place', IconCamera, broad).named('Camera', 'A picture that is fetched again and again.'),
  frame: kind('place', IconWindow, broad).named('Web page', 'A page of another server, as the operator admits.'),
  table: kind('lists', IconTable, block).named('Table', 'The newest values, one below the other.'),
  text: kind('lists', IconMarkdown, block).named('Text', 'Notes in Markdown, with live values in them.'),
  warnings: kind('lists', IconAlertTriangle, block).named('Warnings', 'What is out of order on this dashboard now.'),
  devices: kind('lists', IconDevices, block).named('Devices', 'The boards of this dashboard and how they are.'),
  clock: kind('lists', IconClock, card).named('Clock', 'The time in the time zone of your profile.'),
  countdown: kind('lists', IconHourglass, card).named('Countdown', 'How long it is until a moment.'),
};

const widgetTypes = Object.keys(widgetKinds) as WidgetType[];

/** The kinds that match the search, in the order of the library. */
export function kindsWith(search: string): WidgetType[] {
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  return widgetTypes.filter((type) => {
    const { name, purpose } = widgetKinds[type];
    const text = `${type} ${name} ${purpose}`.toLowerCase();
    return terms.every((word) => text.includes(word));
  });
}

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
