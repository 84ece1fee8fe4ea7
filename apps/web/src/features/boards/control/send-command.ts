import type { Command, IoRequest } from '@cyno/contract';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { controlQuery, noteCommands } from './control-query.ts';

/** What is to be switched or sent. */
export type CommandRequest = { kind: 'io'; pins: IoRequest['pins'] } | { kind: 'event'; name: string; value: string };

/** Sends a command to a device and notes it in what is known of that; throws when it is not accepted. */
export async function sendCommand(client: QueryClient, espid: string, request: CommandRequest): Promise<Command[]> {
  const params = { espid };
  const { commands } =
    request.kind === 'io'
      ? await call('POST /api/device/:espid/io', { params, body: { pins: request.pins } })
      : await call('POST /api/device/:espid/event', { params, body: { name: request.name, value: request.value } });
  noteCommands(client, controlQuery(espid).queryKey, commands);
  return commands;
}

/** Sends commands to a device; what becomes of them comes over the live connection. `onRefused` hears why one was not taken. */
export function useSendCommand(espid: string, onRefused: (error: Error) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (command: CommandRequest) => sendCommand(client, espid, command),
    onError: onRefused,
  });
}
