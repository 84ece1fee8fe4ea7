import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import {
  IconAdjustmentsHorizontal,
  IconAlertTriangle,
  IconBattery2,
  IconBell,
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
import { i18n } from '../../../../lib/language/i18n.ts';
import { type WidgetGroup, type WidgetType, widgetTypes } from '../widgets/widget-kinds.ts';

type KindText = { icon: typeof IconGauge; name: MessageDescriptor; purpose: MessageDescriptor };

const texts: Record<WidgetType, KindText> = {
  value: { icon: IconNumber123, name: msg`Value`, purpose: msg`The latest value over a line of the last day` },
  gauge: { icon: IconGauge, name: msg`Gauge`, purpose: msg`A dial with colour zones` },
  bar: { icon: IconRulerMeasure, name: msg`Bar`, purpose: msg`A straight scale with colour zones` },
  tank: { icon: IconDroplet, name: msg`Tank`, purpose: msg`A tank that fills with the value` },
  battery: { icon: IconBattery2, name: msg`Battery`, purpose: msg`Charge level, from percent or voltage` },
  led: { icon: IconBulb, name: msg`Lamp`, purpose: msg`Lights up above a limit` },
  compass: { icon: IconCompass, name: msg`Compass`, purpose: msg`Direction, speed and a wind rose` },
  uptime: { icon: IconTimeline, name: msg`Uptime`, purpose: msg`How long the board has been connected` },
  chart: { icon: IconChartLine, name: msg`Chart`, purpose: msg`Values over time, as lines or areas` },
  bars: { icon: IconChartBar, name: msg`Bars`, purpose: msg`One bar per hour or day` },
  heatmap: { icon: IconGridDots, name: msg`Heat map`, purpose: msg`Usual values by weekday and hour` },
  histogram: { icon: IconChartHistogram, name: msg`Histogram`, purpose: msg`Distribution of values` },
  pie: { icon: IconChartDonut, name: msg`Pie chart`, purpose: msg`Parts of a whole, of values or of time` },
  timeline: { icon: IconTimeline, name: msg`Timeline`, purpose: msg`When a value was on` },
  states: { icon: IconTimelineEventText, name: msg`State timeline`, purpose: msg`Texts or levels over time` },
  switch: { icon: IconToggleLeft, name: msg`On/off switch`, purpose: msg`Turns an output or event on and off` },
  button: { icon: IconHandClick, name: msg`Button`, purpose: msg`Sends one value when pressed` },
  slider: { icon: IconAdjustmentsHorizontal, name: msg`Slider`, purpose: msg`Sets a level within a range` },
  stepper: { icon: IconPlusMinus, name: msg`Stepper`, purpose: msg`Raises or lowers a value step by step` },
  number: { icon: IconKeyboard, name: msg`Number`, purpose: msg`Sends a number that you type` },
  choice: { icon: IconListCheck, name: msg`Choice`, purpose: msg`Sends one value of a list` },
  colour: { icon: IconPalette, name: msg`Colour`, purpose: msg`Sends a colour, for RGB lamps` },
  message: { icon: IconTypography, name: msg`Text input`, purpose: msg`Sends a line of text` },
  terminal: { icon: IconTerminal2, name: msg`Terminal`, purpose: msg`Sends lines and shows the replies` },
  scene: { icon: IconStack2, name: msg`Scene`, purpose: msg`Runs a scene, which sets several outputs at once` },
  map: { icon: IconMap2, name: msg`Map`, purpose: msg`Where the device is and where it was` },
  image: { icon: IconPhoto, name: msg`Picture`, purpose: msg`A drawing or photo, such as a floor plan` },
  camera: { icon: IconCamera, name: msg`Camera`, purpose: msg`A picture that updates every few seconds` },
  frame: { icon: IconWindow, name: msg`Web page`, purpose: msg`A page of another website` },
  table: { icon: IconTable, name: msg`Table`, purpose: msg`The latest values in a list` },
  text: { icon: IconMarkdown, name: msg`Text`, purpose: msg`Notes in Markdown, with live values` },
  warnings: { icon: IconAlertTriangle, name: msg`Warnings`, purpose: msg`Current problems on this dashboard` },
  alerts: { icon: IconBell, name: msg`Alerts`, purpose: msg`Open alerts of this dashboard's devices` },
  devices: { icon: IconDevices, name: msg`Devices`, purpose: msg`The devices of this dashboard and their status` },
  clock: { icon: IconClock, name: msg`Clock`, purpose: msg`The time in your time zone` },
  countdown: { icon: IconHourglass, name: msg`Countdown`, purpose: msg`The time left until a date` },
};

/** What a kind of widget is called. */
export const kindName = (type: WidgetType): string => i18n._(texts[type].name);

/** What it is for, in short. */
export const kindPurpose = (type: WidgetType): string => i18n._(texts[type].purpose);

/** What stands for it where it cannot be shown. */
export const kindIcon = (type: WidgetType) => texts[type].icon;

/** What a group of the library is called. */
export function groupLabel(group: WidgetGroup): string {
  switch (group) {
    case 'values':
      return t`Values`;
    case 'charts':
      return t`Charts`;
    case 'controls':
      return t`Controls`;
    case 'place':
      return t`Place and media`;
    case 'lists':
      return t`Text and lists`;
  }
}

/** The kinds that match the search, in the order of the library. */
export function kindsWith(search: string): WidgetType[] {
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  return widgetTypes.filter((type) => {
    const text = `${type} ${kindName(type)} ${kindPurpose(type)}`.toLowerCase();
    return terms.every((term) => text.includes(term));
  });
}
