import type { FutureRows } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { withProof } from '../../../lib/api/proof.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { removeFuture, serverStatusQuery } from './server-calls.ts';

type RemoveFutureDialogProps = { future: FutureRows; now: number; onClose: () => void };

/** Confirms before messages are removed that are dated later than now; with a clock that is wrong they would be the right ones. */
export function RemoveFutureDialog({ future, now, onClose }: RemoveFutureDialogProps) {
  const cache = useQueryClient();
  const toasts = useToasts();
  const run = useMutation({
    mutationFn: () => withProof(() => removeFuture(future.laterThan)),
    async onSuccess(response) {
      // Undefined: the proof was not given. The question stays open.
      if (!response) return;
      toasts.add({
        kind: 'success',
        title: plural({ count: response.rows }, { one: '# message removed', other: '# messages removed' }),
      });
      await cache.invalidateQueries({ queryKey: serverStatusQuery.queryKey });
      onClose();
    },
  });
  const messages = plural({ count: future.rows }, { one: '# message', other: '# messages' });
  const devices = plural({ devices: future.devices }, { one: '# device', other: '# devices' });
  const laterThan = formatDateTime(future.laterThan);
  const time = formatDateTime(now);
  return (
    <Dialog
      title={t`Remove ${messages}?`}
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="danger" busy={run.isPending} onClick={() => run.mutate()}>
            {t`Remove ${messages}`}
          </Button>
        </>
      }
    >
      <div className="server-question">
        <p>
          {future.newestAt === null
            ? t`Deletes ${messages} of ${devices} dated later than ${laterThan}. This cannot be undone.`
            : t`Deletes ${messages} of ${devices} dated later than ${laterThan}, up to ${{ newest: formatDateTime(future.newestAt) }}. This cannot be undone.`}
        </p>
        <p>{t`Check the clock first: the server says it is ${time}. If it is behind, set the clock instead.`}</p>
        {run.error && <FormNote kind="error">{failureText(run.error)}</FormNote>}
      </div>
    </Dialog>
  );
}
