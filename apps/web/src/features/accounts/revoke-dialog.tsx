import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type RevokeDialogProps = { name: string; busy: boolean; onClose: () => void; onRevoke: () => void };

/** Asks before a token stops working for good. */
export function RevokeDialog({ name, busy, onClose, onRevoke }: RevokeDialogProps) {
  return (
    <Dialog
      title={`Revoke ${name}?`}
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            Keep
          </Button>
          <Button variant="danger" busy={busy} onClick={onRevoke}>
            Revoke
          </Button>
        </>
      }
    >
      <p>Whatever uses this token loses access at once. This cannot be undone: it would need a new token.</p>
    </Dialog>
  );
}
