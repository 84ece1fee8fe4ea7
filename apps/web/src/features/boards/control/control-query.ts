import type { Command, ControlState } from '@cyno/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';

const maxCommands = 50;

/** Pins, outputs, events and the newest commands of a device. */
export const controlQuery = (espid: string) =>
  queryOptions({
    queryKey: ['control', espid],
    queryFn: ({ signal }): Promise<ControlState> =>
      call('GET /api/device/:espid/control', { params: { espid }, signal }),
    staleTime: 10_000,
  });

/**
 * Writes commands that came to another state into what is known of a device, and requests its outputs and events again. An
 * older state never overwrites a newer one: responses and pushes may come in any order.
 */
export function takeCommands(client: QueryClient, espid: string, changed: readonly Command[]): void {
  const { queryKey } = controlQuery(espid);
  const known = client.getQueryData(queryKey);
  if (!known) return;
  const byId = new Map(known.commands.map((command) => [command.id, command]));
  for (const command of changed) {
    const before = byId.get(command.id);
    if (!before || !isOver(before)) byId.set(command.id, command);
  }
  const commands = [...byId.values()].sort((a, b) => b.id - a.id).slice(0, maxCommands);
  client.setQueryData(queryKey, { ...known, commands });
  void client.invalidateQueries({ queryKey });
}

const isOver = ({ state }: Command): boolean => state !== 'queued' && state !== 'sent';
