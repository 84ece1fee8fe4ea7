import type { Command, IoRequest } from '@cyno/contract';
import { type QueryClient, useMutation, useMutationState } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { controlQuery, noteCommands, type Requested } from './control-query.ts';

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

const keyOf = (espid: string) => ['commands', espid];

/**
 * Sends commands to a device with `send` (null: nothing is sent), and resolves to whether one was accepted; what becomes of it comes over
 * the live connection. `onRefused` hears why one was not taken.
 */
export function useSendCommand(
  espid: string,
  send: ((request: CommandRequest) => Promise<unknown>) | null,
  onRefused: (error: Error) => void,
): (request: CommandRequest) => Promise<boolean> {
  const { mutateAsync } = useMutation({
    mutationKey: keyOf(espid),
    mutationFn: async (request: CommandRequest) => send?.(request),
    onError: onRefused,
  });
  return (request) =>
    mutateAsync(request).then(
      () => true,
      () => false,
    );
}

/** What is on its way to the server for a device, until it is accepted or refused; the newest counts. */
export function useRequested(espid: string): Requested {
  const requests = useMutationState({
    filters: { mutationKey: keyOf(espid), status: 'pending' },
    select: ({ state }) => state.variables as CommandRequest,
  });
  return (kind, target) =>
    requests.map((request) => valueIn(request, kind, target)).findLast((value) => value !== undefined);
}

function valueIn(request: CommandRequest, kind: Command['kind'], target: string): string | undefined {
  if (request.kind === 'event') return kind === 'event' && request.name === target ? request.value : undefined;
  const output = request.pins.find(({ pin }) => kind === 'output' && pin === target);
  return output && String(output.value);
}
