import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type UnlinkDialogProps = { name: string; busy: boolean; onClose: () => void; onUnlink: () => void };

/** Asks before a way into the account is closed. */
export function UnlinkDialog({ name, busy, onClose, onUnlink }: UnlinkDialogProps) {
  return (
    <Dialog
      title={`Unlink ${name}?`}
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            Keep
          </Button>
          <Button variant="danger" busy={busy} onClick={onUnlink}>
            Unlink
          </Button>
        </>
      }
    >
      <p>You cannot log in with {name} any more then. You can link it again at any time.</p>
    </Dialog>
  );
}
