import type { Command, IoRequest } from '@cyno/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './api-client.ts';
import { takeCommands } from './control-query.ts';

type Wish = { kind: 'io'; pins: IoRequest['pins'] } | { kind: 'event'; name: string; value: string };

/** Sends commands to a device; what becomes of them comes over the live connection. `onRefused` hears why one was not taken. */
export function useSendCommand(espid: string, onRefused: (error: Error) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ kind, ...body }: Wish): Promise<Command[]> => {
      const { commandList } = await import('@cyno/contract');
      return (await api.post(`/api/device/${encodeURIComponent(espid)}/${kind}`, body, commandList)).commands;
    },
    onSuccess: (commands) => takeCommands(client, espid, commands),
    onError: onRefused,
  });
}
