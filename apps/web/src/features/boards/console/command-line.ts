import type { ControlState, DeviceLogLine, OutputMode } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatList } from '../../../lib/format/format-list.ts';
import { describeCommand } from '../control/index.ts';

type Named = Pick<ControlState, 'outputs' | 'events'>;

/**
 * What a message to the outputs of a board, or its report about one, means: `Exhaust fan on and Grow light to 40 %`. Null for every other
 * line.
 */
export function commandText({ kind, text }: Pick<DeviceLogLine, 'kind' | 'text'>, named: Named): string | null {
  if (kind === 'act') return textOf([reportPart(text, named)]);
  if (kind !== 'command') return null;
  const [, subtopic, payload = ''] = /^(\S+) (.*)$/s.exec(text) ?? [];
  switch (subtopic) {
    case 'io':
      return textOf(payload.split(',').map((segment) => segmentPart(segment, named)));
    case 'event':
      return textOf([eventPart(payload, named)]);
    case 'timer':
      return t`Timers sent to the board`;
    case 'automation':
      return t`Automations sent to the board`;
    case 'reboot,':
      return t`Restart`;
    case 'reset,':
      return t`Wipe settings`;
    default:
      return null;
  }
}

/** Null where one of the parts is not understood: half of a message would be taken for the whole. */
function textOf(parts: (string | null)[]): string | null {
  const known = parts.filter((part) => part !== null);
  return known.length === parts.length ? formatList(known) : null;
}

/** `D1:digit:1`, or `Event:set:42:setpoint`. */
function segmentPart(segment: string, { outputs, events }: Named): string | null {
  const [pin = '', mode = '', value, event] = segment.split(':');
  if (value === undefined) return null;
  if (pin === 'Event') return event === undefined ? null : describeCommand(labelOf(event, events), null, value);
  return isMode(mode) ? describeCommand(nameOf(pin, outputs), mode, value) : null;
}

/** `D1:act:1`, or an event. */
function reportPart(text: string, named: Named): string | null {
  const [, pin, value = ''] = /^([^:]+):act:(-?\d+)$/.exec(text) ?? [];
  if (pin === undefined) return eventPart(text, named);
  const output = named.outputs.find((one) => one.pin === pin);
  return describeCommand(output?.name ?? pin, output?.mode ?? null, value);
}

/** `Event:Mode:auto`. */
function eventPart(text: string, { events }: Named): string | null {
  const [, name, value = ''] = /^Event:([^:]+):(.+)$/s.exec(text) ?? [];
  return name === undefined ? null : describeCommand(labelOf(name, events), null, value);
}

const nameOf = (pin: string, outputs: Named['outputs']) => outputs.find((one) => one.pin === pin)?.name ?? pin;
const labelOf = (name: string, events: Named['events']) => events.find((one) => one.name === name)?.label ?? name;
const modes: readonly string[] = ['digit', 'pwm', 'DAC'] satisfies OutputMode[];
const isMode = (text: string): text is OutputMode => modes.includes(text);
