import type { BoardPin, Output, OutputMode } from '@cyno/contract';

const modeNames: Record<OutputMode, string> = { digit: 'Digital output', pwm: 'PWM output', DAC: 'Analogue output' };

/** A level from 0 to 255 in percent. */
export const formatLevel = (value: number): string => `${Math.round((value / 255) * 100)} %`;

/** What an output is, in a few words: `PWM output, 102 of 255`. */
export function describeOutput({ mode, reported, momentaryMs }: Output): string {
  if (momentaryMs !== null) return `Momentary output, ${momentaryMs / 1000} s`;
  if (mode === 'digit') return modeNames.digit;
  return reported === null ? modeNames[mode] : `${modeNames[mode]}, ${reported} of 255`;
}

/** What to know of a pin that nothing is set up on. */
export function describePin({ gpio, note }: BoardPin): string {
  return note === null ? `GPIO ${gpio}` : `GPIO ${gpio}. ${note}`;
}

/** A wish in words, for receipts: `Exhaust fan on`, `Grow light to 65 %`. */
export function describeWish(name: string, mode: OutputMode | null, value: string): string {
  if (mode === null) return `${name} = ${value}`;
  if (mode === 'digit') return `${name} ${value === '0' ? 'off' : 'on'}`;
  return `${name} to ${formatLevel(Number(value))}`;
}
