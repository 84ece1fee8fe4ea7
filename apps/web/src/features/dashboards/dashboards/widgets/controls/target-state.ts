import type { Command, ControlState, WidgetTarget } from '@cyno/contract';
import type { Requested } from '../../../../boards/control/index.ts';

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

/** Finds what is known of a widget's target; one that the device does not list was never set up or switched, and may be. */
export function targetState(
  { outputs, events, commands }: ControlState,
  target: WidgetTarget,
  requested: Requested,
): TargetState {
  const name = target.kind === 'output' ? target.pin : target.name;
  const onItsWay = requested(target.kind, name);
  const command = commands.find((one) => one.kind === target.kind && one.target === name && one.actor.kind !== 'board');
  if (target.kind === 'output') {
    const output = outputs.find(({ pin }) => pin === target.pin);
    return {
      reported: text(output?.reported),
      wanted: onItsWay ?? text(output?.wanted),
      locked: output?.locked ?? false,
      command,
    };
  }
  const event = events.find((one) => one.name === target.name);
  return {
    reported: event?.reported ?? null,
    wanted: onItsWay ?? event?.wanted ?? null,
    locked: event?.locked ?? false,
    command,
  };
}
