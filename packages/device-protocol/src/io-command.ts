import type { EventCommand, OutputCommand } from './commands.ts';

/** What an `io` message requests; `problem` is a sentence, and then nothing of it counts. */
export interface IoCommand {
  readonly outputs: readonly OutputCommand[];
  readonly events: readonly EventCommand[];
  readonly problem: string | null;
}

/** As many as a call of the HTTP API takes. */
const maxSegments = 40;
const modes = ['digit', 'pwm', 'DAC'] as const;
/** The library takes `on` and `high` for 1 and reports 0 then, so numbers are sent instead. */
const levels: Readonly<Record<string, number>> = { on: 1, high: 1, off: 0, low: 0 };

/**
 * Reads the payload of `io` as a program writes it: `D1:digit:1,D2:pwm:128,Event:set:42:setpoint` (protocol 2.5.1). Stricter than a
 * board, which skips what it does not understand. Whether the board has the pins is not looked at.
 */
export function parseIoCommand(text: string): IoCommand {
  const segments = text.trim().split(',');
  if (segments.length > maxSegments) return refused(`A message sets at most ${maxSegments} outputs and events.`);
  const outputs: OutputCommand[] = [];
  const events: EventCommand[] = [];
  for (const segment of segments) {
    const parts = segment.split(':');
    if (parts[0] === 'Event') {
      const [, , value, name] = parts;
      if (parts.length !== 4 || !value || !name) return refused(`"${shorten(segment)}" is not Event:set:value:name.`);
      events.push({ name, value });
      continue;
    }
    const [pin, word, level] = parts;
    const mode = modes.find((known) => known === word);
    if (!pin || level === undefined || parts.length > 4) return refused(`"${shorten(segment)}" is not pin:mode:value.`);
    if (!mode) return refused(`"${shorten(word ?? '')}" is not digit, pwm or DAC.`);
    const value = mode === 'digit' && levels[level] !== undefined ? levels[level] : toWhole(level);
    outputs.push({ pin, mode, value });
  }
  return { outputs, events, problem: null };
}

const refused = (problem: string): IoCommand => ({ outputs: [], events: [], problem });

const toWhole = (text: string): number => (/^\d{1,3}$/.test(text) ? Number(text) : Number.NaN);

const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
