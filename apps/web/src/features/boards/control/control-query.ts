import type { Command, ControlState } from '@cyno/contract';
import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';

const maxCommands = 50;

/** Pins, outputs, events and the newest commands of a device. */
export const controlQuery = (espid: string) =>
  queryOptions({
    queryKey: queryKeys.control(espid),
    queryFn: ({ signal }): Promise<ControlState> =>
      call('GET /api/device/:espid/control', { params: { espid }, signal }),
    staleTime: 10_000,
  });

/** Writes what the server pushed of a device's controls into what is known of them. */
export function takeControl(
  client: QueryClient,
  queryKey: QueryKey,
  { outputs, events, commands }: Omit<ControlState, 'pins'>,
): void {
  const state = client.getQueryState<ControlState>(queryKey);
  if (!state?.data) return;
  // A response that is under way may be older than this.
  if (state.fetchStatus !== 'idle') void client.cancelQueries({ queryKey, exact: true });
  const known = { ...state.data, outputs, events };
  client.setQueryData(queryKey, { ...known, commands: merge(known.commands, commands).slice(0, maxCommands) });
  for (const command of commands) {
    const changesKey = queryKeys.changes(queryKey, command.kind, command.target);
    client.setQueryData<Command[]>(changesKey, (changes) => changes && merge(changes, [command]));
  }
  if (state.fetchStatus !== 'idle' || state.isInvalidated) void client.invalidateQueries({ queryKey });
}

/** What is requested of an output or event; undefined: nothing. */
export type Requested = (kind: Command['kind'], target: string) => string | undefined;

/** The controls with what is requested of them now. */
export function withRequested(state: ControlState, requested: Requested): ControlState {
  return {
    ...state,
    outputs: state.outputs.map((one) => {
      const value = requested('output', one.pin);
      return value === undefined ? one : { ...one, wanted: Number(value) };
    }),
    events: state.events.map((one) => ({ ...one, wanted: requested('event', one.name) ?? one.wanted })),
  };
}

/** Notes commands that the server accepted, until what becomes of them is pushed; it may have been already. */
export function noteCommands(client: QueryClient, queryKey: QueryKey, accepted: readonly Command[]): void {
  client.setQueryData<ControlState>(queryKey, (known) => {
    const added = accepted.filter(({ id }) => known?.commands.every((command) => command.id !== id));
    if (!known || added.length === 0) return known;
    const requested: Requested = (kind, target) =>
      added.find((one) => one.kind === kind && one.target === target && one.notBefore === null)?.value;
    return { ...withRequested(known, requested), commands: merge(known.commands, added).slice(0, maxCommands) };
  });
}

/** The commands with those that came to another state, newest first; one that is over stays so. */
function merge(known: readonly Command[], changed: readonly Command[]): Command[] {
  const byId = new Map(known.map((command) => [command.id, command]));
  for (const command of changed) {
    const before = byId.get(command.id);
    if (!before || !isOver(before)) byId.set(command.id, command);
  }
  return [...byId.values()].sort((a, b) => b.id - a.id);
}

const isOver = ({ state }: Command): boolean => state !== 'queued' && state !== 'sent';
