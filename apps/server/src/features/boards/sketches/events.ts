import type { KitEvent } from '@cyno/contract';

const plain = { unit: '', min: null, max: null, step: null, choices: [], momentary: false };

/** On or off, `1` or `0`. */
export const switchEvent = (name: string, label: string, initial: '0' | '1'): KitEvent => ({
  ...plain,
  name,
  label,
  widget: 'switch',
  initial,
});

/** A switch that is momentary: after a start it is off, and not restored. */
export const momentaryEvent = (name: string, label: string): KitEvent => ({
  ...switchEvent(name, label, '0'),
  momentary: true,
});

type Numbers = { min: number; max: number; step: number; initial: number; unit: string };

/** A number on a slider. */
export const sliderEvent = (name: string, label: string, { initial, ...limits }: Numbers): KitEvent => ({
  ...plain,
  ...limits,
  name,
  label,
  widget: 'slider',
  initial: String(initial),
});

/** A number to type. */
export const numberEvent = (name: string, label: string, numbers: Numbers): KitEvent => ({
  ...sliderEvent(name, label, numbers),
  widget: 'number',
});

/** One of several values; the first is the initial one. */
export const choiceEvent = (name: string, label: string, choices: Record<string, string>): KitEvent => ({
  ...plain,
  name,
  label,
  widget: 'choice',
  choices: Object.entries(choices).map(([value, text]) => ({ value, label: text })),
  initial: Object.keys(choices)[0] ?? '',
});
