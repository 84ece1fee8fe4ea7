import type { BoardPin, Output, OutputMode } from '@cyno/contract';
import { formatLevel } from './command-text.ts';

const modeNames: Record<OutputMode, string> = { digit: 'Digital output', pwm: 'PWM output', DAC: 'Analogue output' };

/** What an output is, briefly: `PWM output, 102 of 255`. */
export function describeOutput({ mode, reported, momentaryMs }: Output): string {
  if (momentaryMs !== null) return `Momentary output, ${momentaryMs / 1000} s`;
  if (mode === 'digit') return modeNames.digit;
  return reported === null ? modeNames[mode] : `${modeNames[mode]}, ${reported} of 255`;
}

/** What to know of a pin that nothing is set up on. */
export function describePin({ gpio, note }: BoardPin): string {
  return note === null ? `GPIO ${gpio}` : `GPIO ${gpio}. ${note}`;
}

/** What an output (`On`, `65 %`) or, without a mode, an event is. */
export function describeValue(mode: OutputMode | null, value: string): string {
  if (mode === null) return value;
  if (mode === 'digit') return value === '0' ? 'Off' : 'On';
  return formatLevel(Number(value));
}
