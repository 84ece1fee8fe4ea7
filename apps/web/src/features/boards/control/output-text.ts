import type { BoardPin, Output, OutputMode } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatExact } from '../../../lib/format/format.ts';
import { formatLevel } from './command-text.ts';
import { pinNoteText } from './pin-note-text.ts';

/** What an output is, briefly: `PWM output, 102 of 255`. */
export function describeOutput({ mode, reported, momentaryMs }: Output): string {
  if (momentaryMs !== null) return t`Momentary output, ${{ seconds: momentaryMs / 1000 }} s`;
  if (mode === 'digit') return t`Digital output`;
  if (mode === 'pwm') return reported === null ? t`PWM output` : t`PWM output, ${reported} of 255`;
  return reported === null ? t`Analogue output` : t`Analogue output, ${reported} of 255`;
}

/** What to know of a pin that nothing is set up on. */
export function describePin({ gpio, note }: BoardPin): string {
  return note === null ? `GPIO ${gpio}` : t`GPIO ${gpio}. ${{ note: pinNoteText(note) }}`;
}

/** What the switch of an output or event is called for screen readers. */
export const switchLabel = (name: string, isKnown: boolean): string =>
  isKnown ? name : t`${name}: state not known yet`;

/** What an output (`On`, `65 %`) or, without a mode, an event is. */
export function describeValue(mode: OutputMode | null, value: string): string {
  if (mode === null) return value;
  if (mode === 'digit') return formatExact(value !== '0');
  return formatLevel(Number(value));
}
