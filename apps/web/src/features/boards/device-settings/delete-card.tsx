import type { Device } from '@cyno/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../ui/buttons/button.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { deleteDevice, restoreDevice } from './device-calls.ts';

/** Deletes the device; a notice takes it back, and for seven days so does the board when it is accepted again. */
export function DeleteCard({ device }: { device: Device }) {
  const { espid, name } = device;
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [isConfirming, setConfirming] = useState(false);

  const undo = () => {
    restoreDevice(client, espid).then(
      () => toasts.add({ kind: 'success', title: `${name} is back` }),
      (error: Error) => toasts.add({ kind: 'error', title: `${name} did not come back`, detail: error.message }),
    );
  };
  const remove = useMutation({
    mutationFn: () => deleteDevice(client, espid),
    onSuccess: async () => {
      await navigate('/device');
      toasts.add({
        kind: 'info',
        title: `${name} is deleted`,
        detail: 'Its data is kept for seven days.',
        action: { label: 'Undo', onPress: undo },
        durationMs: null,
      });
    },
  });

  return (
    <SectionCard
      id="delete"
      title="Delete this device"
      description="Its data is kept for seven days: accept the board again within that time and everything is there. After that it is gone for good."
    >
      <div>
        <Button variant="danger" onClick={() => setConfirming(true)}>
          Delete
        </Button>
      </div>
      <Dialog
        title={`Delete ${name}?`}
        isOpen={isConfirming}
        role="alertdialog"
        onClose={() => setConfirming(false)}
        actions={
          <>
            <Button onClick={() => setConfirming(false)}>Cancel</Button>
            <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
              Delete
            </Button>
          </>
        }
      >
        <p>The board is cut off at once, and a board that goes on sending waits to be accepted.</p>
        {remove.isError && <p role="alert">{remove.error.message}</p>}
      </Dialog>
    </SectionCard>
  );
}
