import type { Command, ControlState, EventSettings, OutputSettings } from '@cyno/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schema } from '../../../lib/api/api-client.ts';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { controlQuery } from './control-query.ts';
import { useSendCommand } from './send-command.ts';

const path = (espid: string, rest: string) => `/api/device/${encodeURIComponent(espid)}/${rest}`;

/** Sends commands; a refusal is shown in a toast. */
export function useCommand(espid: string) {
  const toasts = useToasts();
  return useSendCommand(espid, (error) =>
    toasts.add({ kind: 'error', title: 'The command was not accepted', detail: error.message, key: 'command' }),
  );
}

/** The last ten changes of one output or event, newest first; requested again with the rest of the controls. */
export const changesQuery = (espid: string, kind: 'output' | 'event', target: string) =>
  queryOptions({
    queryKey: [...controlQuery(espid).queryKey, 'changes', kind, target],
    queryFn: async ({ signal }): Promise<Command[]> => {
      const { commandList } = await import('@cyno/contract');
      const query = new URLSearchParams({ kind, target });
      return (await api.get(path(espid, `commands?${query}`), commandList, { signal })).commands;
    },
  });

type SetUp =
  | { kind: 'output'; target: string; settings: OutputSettings | null }
  | { kind: 'event'; target: string; settings: EventSettings | null };

/** Sets an output or event up, or forgets it (`settings` null). */
export function useSetUp(espid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ kind, target, settings }: SetUp): Promise<ControlState> => {
      const schema: Schema<ControlState> = (await import('@cyno/contract')).controlState;
      const address = path(espid, `${kind}s/${encodeURIComponent(target)}`);
      return settings === null ? api.delete(address, schema) : api.put(address, settings, schema);
    },
    onSuccess: (state) => client.setQueryData(controlQuery(espid).queryKey, state),
  });
}
