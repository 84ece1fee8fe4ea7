import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconEraser } from '@tabler/icons-react';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { useBoardOrder } from './firmware-queries.ts';

/** Wipes what the sketch stores on the board; its id must be typed. */
export function ResetCard({ device }: { device: Device }) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <SectionCard
      id="reset"
      title={t`Wipe settings`}
      description={t`Erases what the sketch stores on the board. A kit then goes offline until someone sets up its Wi-Fi and e-mail again on site.`}
    >
      <div>
        <Button variant="danger" icon={IconEraser} disabled={!device.online} onClick={() => setConfirming(true)}>
          {t`Wipe settings`}
        </Button>
      </div>
      {!device.online && <p className="firmware-quiet">{t`The board is offline.`}</p>}
      {isConfirming && <ResetDialog device={device} onClose={() => setConfirming(false)} />}
    </SectionCard>
  );
}

function ResetDialog({ device: { espid, name }, onClose }: { device: Device; onClose: () => void }) {
  const toasts = useToasts();
  const [typed, setTyped] = useState('');
  const order = useBoardOrder(espid);
  const reset = () =>
    order.mutate('reset', {
      onSuccess: () => {
        onClose();
        toasts.add({ kind: 'info', title: t`Wiping the settings of ${name}`, durationMs: null });
      },
    });
  return (
    <Dialog
      title={t`Wipe the settings of ${name}?`}
      isOpen
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="danger" busy={order.isPending} disabled={typed.trim() !== espid} onClick={reset}>
            {t`Wipe settings`}
          </Button>
        </>
      }
    >
      <p>
        {t`Erases the settings on the board. A kit goes offline until someone sets up its Wi-Fi and e-mail again on site. This cannot be undone. Data on this server stays.`}
      </p>
      <TextField
        className="firmware-typed"
        label={t`Type the ID of the board`}
        description={<span className="mono">{espid}</span>}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {order.isError && (
        <p className="firmware-wrong" role="alert">
          {failureText(order.error)}
        </p>
      )}
    </Dialog>
  );
}
