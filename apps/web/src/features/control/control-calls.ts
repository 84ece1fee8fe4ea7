import type { ControlState, EventSettings, OutputSettings } from '@cyno/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schema } from '../../lib/api-client.ts';
import { controlQuery } from '../../lib/control-query.ts';
import { useSendCommand } from '../../lib/send-command.ts';
import { useToasts } from '../../ui/toast.tsx';

const path = (espid: string, rest: string) => `/api/device/${encodeURIComponent(espid)}/${rest}`;

/** Sends commands; a refusal is told in a toast. */
export function useCommand(espid: string) {
  const toasts = useToasts();
  return useSendCommand(espid, (error) =>
    toasts.add({ kind: 'error', title: 'The command was not accepted', detail: error.message, key: 'command' }),
  );
}

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
