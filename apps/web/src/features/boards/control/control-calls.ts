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
  | { kind: 'output'; target: string; settings: OutputSettings }
  | { kind: 'event'; target: string; settings: EventSettings };

const save = (espid: string, { kind, target, settings }: SetUp): Promise<ControlState> =>
  kind === 'output'
    ? call('PUT /api/device/:espid/outputs/:pin', { params: { espid, pin: target }, body: settings })
    : call('PUT /api/device/:espid/events/:name', { params: { espid, name: target }, body: settings });

const remove = (espid: string, { kind, target }: SetUp): Promise<ControlState> =>
  kind === 'output'
    ? call('DELETE /api/device/:espid/outputs/:pin', { params: { espid, pin: target } })
    : call('DELETE /api/device/:espid/events/:name', { params: { espid, name: target } });

/** `isRemoval`: it is forgotten, and `settings` are those that the notice restores. */
type SetUpChange = SetUp & { isRemoval: boolean };

/** Sets an output or event up, or forgets it; the notice that follows sets it up again. */
export function useSetUp(espid: string) {
  const client = useQueryClient();
  const toasts = useToasts();
  const note = (state: ControlState) => client.setQueryData(controlQuery(espid).queryKey, state);
  const restore = async (setUp: SetUp) => {
    try {
      note(await save(espid, setUp));
    } catch (error) {
      toasts.add({ kind: 'error', title: t`${{ name: nameOf(setUp) }} was not restored`, detail: failureText(error) });
    }
  };
  return useMutation({
    mutationFn: ({ isRemoval, ...setUp }: SetUpChange) => (isRemoval ? remove(espid, setUp) : save(espid, setUp)),
    onSuccess(state, { isRemoval, ...setUp }) {
      note(state);
      if (!isRemoval) return;
      toasts.add({
        kind: 'info',
        title: t`${{ name: nameOf(setUp) }} removed`,
        action: { label: t`Undo`, onPress: () => void restore(setUp) },
        durationMs: 20_000,
      });
    },
  });
}

const nameOf = ({ kind, target, settings }: SetUp): string =>
  kind === 'output' ? (settings.name ?? t`Pin ${{ pin: target }}`) : (settings.label ?? target);
