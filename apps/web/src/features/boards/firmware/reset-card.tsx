import type { Device } from '@cyno/contract';
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
      title="Wipe settings"
      description="Erases what the sketch stores on the board. A kit forgets Wi-Fi and e-mail, opens its own access point and is gone from here until it is set up again on site."
    >
      <div>
        <Button variant="danger" icon={IconEraser} disabled={!device.online} onClick={() => setConfirming(true)}>
          Wipe settings
        </Button>
      </div>
      {!device.online && <p className="firmware-quiet">The board is offline.</p>}
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
        toasts.add({ kind: 'info', title: `${name} was told to wipe its settings`, durationMs: null });
      },
    });
  return (
    <Dialog
      title={`Wipe the settings of ${name}?`}
      isOpen
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={order.isPending} disabled={typed.trim() !== espid} onClick={reset}>
            Wipe settings
          </Button>
        </>
      }
    >
      <p>
        This cannot be undone from here. A kit loses its Wi-Fi and e-mail: somebody must go to the board and set it up
        again. Its data on this server stays.
      </p>
      <TextField
        className="firmware-typed"
        label="Type the id of the board"
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
