import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { drainServer, systemQuery } from './server-calls.ts';

/** Sends the clients of a linked server to the others, after a question, or lets it take clients again. */
export function DrainButton({ name, isDrained }: { name: string; isDrained: boolean }) {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const [isConfirming, setConfirming] = useState(false);
  const run = useMutation({
    mutationFn: drainServer,
    onSuccess: (_, { drained }) =>
      toasts.add({
        kind: 'success',
        title: drained ? t`Boards and pages of ${name} move to the other servers` : t`${name} takes clients again`,
      }),
    onError: (failure, { drained }) =>
      toasts.add({
        kind: 'error',
        title: drained ? t`${name} was not drained` : t`${name} does not take clients again`,
        detail: failureText(failure),
      }),
    onSettled: () => {
      setConfirming(false);
      return queryClient.invalidateQueries({ queryKey: systemQuery.queryKey });
    },
  });
  if (isDrained) {
    return (
      <Button busy={run.isPending} onClick={() => run.mutate({ name, drained: false })}>{t`Take clients again`}</Button>
    );
  }
  return (
    <>
      <Button onClick={() => setConfirming(true)}>{t`Drain`}</Button>
      {isConfirming && (
        <ConfirmDialog
          title={t`Drain ${name}?`}
          cancelLabel={t`Cancel`}
          confirmLabel={t`Drain`}
          busy={run.isPending}
          onClose={() => setConfirming(false)}
          onConfirm={() => run.mutate({ name, drained: true })}
        >
          {t`Its boards and pages move to the other servers. It takes no new ones until you choose “Take clients again”. Nothing is lost.`}
        </ConfirmDialog>
      )}
    </>
  );
}
