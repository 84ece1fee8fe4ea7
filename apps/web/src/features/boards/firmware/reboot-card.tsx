import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
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
  const open = () => {
    order.reset();
    setConfirming(true);
  };
  const reboot = () =>
    order.mutate('reboot', {
      onSuccess: () => {
        setConfirming(false);
        toasts.add({
          kind: 'info',
          title: t`Restarting ${name}`,
          detail: t`This takes about 30 seconds.`,
        });
      },
    });
  return (
    <SectionCard
      id="restart"
      title={t`Restart`}
      description={t`Outputs may change until the board is back online; then they are restored.`}
    >
      <div>
        <Button icon={IconRefresh} disabled={!online} onClick={open}>
          {t`Restart board`}
        </Button>
      </div>
      {!online && <p className="firmware-quiet">{t`The board is offline.`}</p>}
      <Dialog
        title={t`Restart ${name}?`}
        isOpen={isConfirming}
        role="alertdialog"
        onClose={() => setConfirming(false)}
        actions={
          <>
            <Button onClick={() => setConfirming(false)}>{t`Cancel`}</Button>
            <Button variant="primary" busy={order.isPending} onClick={reboot}>
              {t`Restart`}
            </Button>
          </>
        }
      >
        <p>{t`Stops everything on the board, such as a running pump, for about 30 seconds.`}</p>
        {order.isError && (
          <p className="firmware-wrong" role="alert">
            {failureText(order.error)}
          </p>
        )}
      </Dialog>
    </SectionCard>
  );
}
