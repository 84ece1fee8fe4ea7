import type { Device } from '@cyno/contract';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { useBoardOrder } from './firmware-queries.ts';

/** Restarts the board. */
export function RebootCard({ device: { espid, name, online } }: { device: Device }) {
  const toasts = useToasts();
  const [isConfirming, setConfirming] = useState(false);
  const order = useBoardOrder(espid);
  const reboot = () =>
    order.mutate('reboot', {
      onSuccess: () => {
        setConfirming(false);
        toasts.add({
          kind: 'info',
          title: `${name} was told to restart`,
          detail: 'It is back in about half a minute.',
        });
      },
    });
  return (
    <SectionCard
      id="restart"
      title="Restart"
      description="Outputs may change until the board is back; what you set is restored then."
    >
      <div>
        <Button icon={IconRefresh} disabled={!online} onClick={() => setConfirming(true)}>
          Restart the board
        </Button>
      </div>
      {!online && <p className="firmware-quiet">The board is offline.</p>}
      <Dialog
        title={`Restart ${name}?`}
        isOpen={isConfirming}
        role="alertdialog"
        onClose={() => setConfirming(false)}
        actions={
          <>
            <Button onClick={() => setConfirming(false)}>Cancel</Button>
            <Button variant="primary" busy={order.isPending} onClick={reboot}>
              Restart
            </Button>
          </>
        }
      >
        <p>The board stops what it does, also a running pump, and is away for about half a minute.</p>
        {order.isError && (
          <p className="firmware-wrong" role="alert">
            {failureText(order.error)}
          </p>
        )}
      </Dialog>
    </SectionCard>
  );
}
