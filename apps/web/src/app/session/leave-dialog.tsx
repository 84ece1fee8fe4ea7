import { Button } from '../../ui/buttons/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

type LeaveDialogProps = { onStay: () => void; onLeave: () => void };

/** Checks whether unsaved changes may be thrown away. */
export function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      title="Leave without saving?"
      role="alertdialog"
      isOpen
      onClose={onStay}
      actions={
        <>
          <Button onClick={onLeave}>Leave</Button>
          <Button variant="primary" autoFocus onClick={onStay}>
            Stay
          </Button>
        </>
      }
    >
      <p>What you changed on this page is not saved yet.</p>
    </Dialog>
  );
}
