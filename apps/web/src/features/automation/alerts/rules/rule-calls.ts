import type { AlertRule, AlertRulePatch, AlertRuleRequest } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import { useToasts } from '../../../../ui/overlays/toast.tsx';

type Save = { id: null; request: AlertRuleRequest } | { id: number; request: AlertRulePatch };

function useRefetch() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.alerts() });
}

function useFailure() {
  const toasts = useToasts();
  return (title: string) => (error: Error) =>
    toasts.add({ kind: 'error', title, detail: failureText(error), key: 'alert-rule' });
}

/** Makes a rule (`id` null) or changes a part of one. */
export function useSaveRule() {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: ({ id, request }: Save) =>
      id === null
        ? call('POST /api/alert-rules', { body: request })
        : call('PATCH /api/alert-rules/:id', { params: { id }, body: request }),
    onSuccess: refetch,
  });
}

/** Switches a rule on or off; a refusal is shown in a toast. */
export function useToggleRule() {
  const refetch = useRefetch();
  const failed = useFailure();
  return useMutation({
    // The rest of it may have been edited elsewhere since it was fetched.
    mutationFn: ({ id, enabled }: Pick<AlertRule, 'id' | 'enabled'>) =>
      call('PATCH /api/alert-rules/:id', { params: { id }, body: { enabled } }),
    onSuccess: refetch,
    onError: (error, { enabled }) => failed(enabled ? t`Rule not switched on` : t`Rule not switched off`)(error),
  });
}

/** Snoozes all alerts of a rule for some minutes, 0: people are notified again. */
export function useSnoozeRule() {
  const refetch = useRefetch();
  const failed = useFailure();
  return useMutation({
    mutationFn: ({ id, minutes }: { id: number; minutes: number }) =>
      call('POST /api/alert-rules/:id/mute', { params: { id }, body: { minutes } }),
    onSuccess: refetch,
    onError: failed(t`Rule not snoozed`),
  });
}

/** Deletes a rule at once; the notice that follows restores it. */
export function useRemoveRule() {
  const refetch = useRefetch();
  const failed = useFailure();
  const toasts = useToasts();
  const undo = async (id: number, sentence: string) => {
    try {
      await call('POST /api/alert-rules/:id/restore', { params: { id } });
      toasts.add({ kind: 'success', title: t`Rule restored`, detail: sentence });
      await refetch();
    } catch (error) {
      toasts.add({ kind: 'error', title: t`Rule not restored`, detail: failureText(error) });
    }
  };
  return useMutation({
    mutationFn: ({ id }: { id: number; sentence: string }) => call('DELETE /api/alert-rules/:id', { params: { id } }),
    async onSuccess(_, { id, sentence }) {
      toasts.add({
        kind: 'info',
        title: t`Rule deleted`,
        detail: sentence,
        action: { label: t`Undo`, onPress: () => void undo(id, sentence) },
        durationMs: 20_000,
      });
      await refetch();
    },
    onError: failed(t`Rule not deleted`),
  });
}
