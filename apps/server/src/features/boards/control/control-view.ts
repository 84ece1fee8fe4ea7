import type { Actor, BoardEvent, Command, Output } from '@cyno/contract';
import type { OpenCommand } from './command.ts';
import type { ControlChange } from './control.events.ts';
import type { EventRow, OutputRow } from './control.repository.ts';
import { isMomentary } from './momentary-events.ts';

/** An output with what is requested of it; `open` is the command under way. */
export function showOutput(
  { deviceId: _, saved: __, setUp: ___, ...row }: OutputRow,
  open: OpenCommand | undefined,
): Output {
  return { ...row, wanted: open ? Number(open.value) : null };
}

/** An event with what is requested of it. */
export function showEvent(
  { deviceId: _, saved: __, ...row }: EventRow,
  { open, template }: { open: OpenCommand | undefined; template: string | null },
): BoardEvent {
  return { ...row, momentary: isMomentary(row, template), wanted: open?.value ?? null };
}

/** The command without the address of anyone who requested it, for those who are not to know each other's. */
export const withoutNames = (command: Command): Command => ({ ...command, actor: nameless(command.actor) });

/** The same for all of a device. */
export function stateWithoutNames<State extends ControlChange>(state: State): State {
  const changed = <One extends { changedBy: Actor | null }>(one: One): One => ({
    ...one,
    changedBy: one.changedBy && nameless(one.changedBy),
  });
  return {
    ...state,
    outputs: state.outputs.map(changed),
    events: state.events.map(changed),
    commands: state.commands.map(withoutNames),
  };
}

const nameless = (actor: Actor): Actor =>
  actor.kind === 'person' || actor.kind === 'token' ? { kind: actor.kind, name: null } : actor;
