import type { Command, ControlState, WidgetTarget } from '@cyno/contract';

/** What is known of an output or event, as texts; null: not known. */
export type TargetState = {
  reported: string | null;
  /** What was requested and is not confirmed. */
  wanted: string | null;
  /** To be confirmed before it is switched. */
  locked: boolean;
  /** The newest command for it that came from people, rules or timers. */
  command: Command | undefined;
};

const text = (value: number | null | undefined) => (value === null || value === undefined ? null : String(value));

/** Finds what is known of a widget's target. */
export function targetState({ outputs, events, commands }: ControlState, target: WidgetTarget): TargetState {
  const name = target.kind === 'output' ? target.pin : target.name;
  const command = commands.find((one) => one.kind === target.kind && one.target === name && one.actor.kind !== 'board');
  if (target.kind === 'output') {
    const output = outputs.find(({ pin }) => pin === target.pin);
    return { reported: text(output?.reported), wanted: text(output?.wanted), locked: output?.locked ?? false, command };
  }
  const event = events.find((one) => one.name === target.name);
  return {
    reported: event?.reported ?? null,
    wanted: event?.wanted ?? null,
    locked: event?.locked ?? false,
    command,
  };
}
