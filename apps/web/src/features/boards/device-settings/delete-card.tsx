import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useOpenPage } from '../../../lib/router/page-provider.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { deleteDevice, restoreDevice } from './device-calls.ts';

/** Deletes the device; a notice takes it back, and for seven days so does the board when it is accepted again. */
export function DeleteCard({ device }: { device: Device }) {
  const { espid, name } = device;
  const client = useQueryClient();
  const open = useOpenPage();
  const toasts = useToasts();
  const [isConfirming, setConfirming] = useState(false);

  const undo = () => {
    restoreDevice(client, espid).then(
      () => toasts.add({ kind: 'success', title: t`${name} restored` }),
      (error: Error) => toasts.add({ kind: 'error', title: t`${name} was not restored`, detail: failureText(error) }),
    );
  };
  const remove = useMutation({
    mutationFn: () => deleteDevice(client, espid),
    onSuccess: async () => {
      await open('/device');
      toasts.add({
        kind: 'info',
        title: t`${name} deleted`,
        detail: t`You can restore it with its data for 7 days.`,
        action: { label: t`Undo`, onPress: undo },
        durationMs: null,
      });
    },
  });

  const confirm = () => {
    remove.reset();
    setConfirming(true);
  };
  return (
    <SectionCard
      id="delete"
      title={t`Delete this device`}
      description={t`To restore it with all its data, accept the board again within 7 days.`}
    >
      <div>
        <Button variant="danger" onClick={confirm}>
          {t`Delete`}
        </Button>
      </div>
      <Dialog
        title={t`Delete ${name}?`}
        isOpen={isConfirming}
        role="alertdialog"
        onClose={() => setConfirming(false)}
        actions={
          <>
            <Button onClick={() => setConfirming(false)}>{t`Cancel`}</Button>
            <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
              {t`Delete`}
            </Button>
          </>
        }
      >
        <p>{t`Disconnects the board and deletes its data after 7 days. Accept the board again before then to restore it.`}</p>
        {remove.isError && <p role="alert">{failureText(remove.error)}</p>}
      </Dialog>
    </SectionCard>
  );
}
