import type { AutomationRun, Command, ControlState, EventSettings, OutputSettings, RunReference } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { controlQuery } from './control-query.ts';
import { sendCommand, useSendCommand } from './send-command.ts';

/** Sends commands; a refusal is shown in a toast. */
export function useCommand(espid: string) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useSendCommand(
    espid,
    (request) => sendCommand(client, espid, request),
    (error) =>
      toasts.add({ kind: 'error', title: t`Command not accepted`, detail: failureText(error), key: 'command' }),
  );
}

/** The last ten changes of one output or event, newest first. */
export const changesQuery = (espid: string, kind: 'output' | 'event', target: string) =>
  queryOptions({
    queryKey: queryKeys.changes(queryKeys.control(espid), kind, target),
    queryFn: async ({ signal }): Promise<Command[]> => {
      const query = { kind, target };
      return (await call('GET /api/device/:espid/commands', { params: { espid }, query, signal })).commands;
    },
  });

/** The run of an automation that changed something; null: the log has it no more, or not yet. */
export const runQuery = (espid: string, { automation, dueAt, phase, step }: RunReference) =>
  queryOptions({
    queryKey: queryKeys.run(espid, { automation, dueAt, phase, step }),
    queryFn: async ({ signal }): Promise<AutomationRun | null> => {
      const query = { automation, dueAt };
      const { runs } = await call('GET /api/device/:espid/automations/runs', { params: { espid }, query, signal });
      return runs.find((run) => run.phase === phase && run.step === step) ?? null;
    },
    // Why it ran stays as it is.
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 0),
    retry: false,
  });

type SetUp =
  | { kind: 'output'; target: string; settings: OutputSettings | null }
  | { kind: 'event'; target: string; settings: EventSettings | null };

/** Sets an output or event up, or forgets it (`settings` null). */
export function useSetUp(espid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, target, settings }: SetUp): Promise<ControlState> => {
      if (kind === 'output') {
        const params = { espid, pin: target };
        return settings === null
          ? call('DELETE /api/device/:espid/outputs/:pin', { params })
          : call('PUT /api/device/:espid/outputs/:pin', { params, body: settings });
      }
      const params = { espid, name: target };
      return settings === null
        ? call('DELETE /api/device/:espid/events/:name', { params })
        : call('PUT /api/device/:espid/events/:name', { params, body: settings });
    },
    onSuccess: (state) => client.setQueryData(controlQuery(espid).queryKey, state),
  });
}
