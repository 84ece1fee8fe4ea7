import type { BoardFamily } from '@cyno/device-protocol';

/** The commands that the board gives itself, in the form in which the server would have sent them. */
export interface Command {
  subtopic: 'io' | 'event';
  payload: string;
}

/** What a segment of an `io` command makes the board do. */
export type OutputStep =
  | { kind: 'pin'; pin: string; level: number; report: string }
  | { kind: 'event'; name: string; value: string };

const modes = new Set(['digit', 'pwm', 'DAC']);
const withDac = new Set<BoardFamily>(['esp32', 'esp32-s2']);

/**
 * Reads an `io` command as the library does: what it cannot read it skips without a word, and it reports a pin also when
 * the mode had no effect. `level` is NaN then.
 */
export function readOutputs(command: string, family: BoardFamily): OutputStep[] {
  const steps: OutputStep[] = [];
  for (const segment of command.split(',')) {
    const [target = '', mode = '', value, name] = segment.split(':');
    if (value === undefined) continue;
    if (target === 'Event') {
      if (name !== undefined) steps.push({ kind: 'event', name, value });
      continue;
    }
    const pin = pinName(target, family);
    steps.push({
      kind: 'pin',
      pin: pin.driven,
      level: levelOf(mode, value, family),
      report: `${pin.reported}:act:${toInteger(value)}`,
    });
  }
  return steps;
}

function pinName(target: string, family: BoardFamily): { driven: string; reported: string } {
  if (family !== 'esp8266') {
    const gpio = String(toInteger(target));
    return { driven: gpio, reported: gpio };
  }
  // A plain number drives the right pin, but the library finds no name for its report.
  return { driven: target, reported: /^D[0-8]$/.test(target) ? target : '-1' };
}

function levelOf(mode: string, value: string, family: BoardFamily): number {
  if (!modes.has(mode) || (mode === 'DAC' && !withDac.has(family))) return Number.NaN;
  if (mode === 'digit') return value === '1' || value === 'on' || value === 'high' ? 1 : 0;
  return Math.max(0, Math.min(255, toInteger(value)));
}

/** Arduino's `String.toInt`: the leading integer, 0 when there is none. */
const toInteger = (text: string): number => Number(/^\s*-?\d{1,10}/.exec(text)?.[0] ?? 0);
