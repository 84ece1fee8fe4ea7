import { t } from '@lingui/core/macro';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

type LeaveDialogProps = { onStay: () => void; onLeave: () => void };

/** Checks whether unsaved changes may be thrown away. */
export function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      title={t`Leave without saving?`}
      role="alertdialog"
      isOpen
      onClose={onStay}
      actions={
        <>
          <Button onClick={onLeave}>{t`Leave`}</Button>
          <Button variant="primary" autoFocus onClick={onStay}>
            {t`Stay`}
          </Button>
        </>
      }
    >
      <p>{t`Your changes on this page are not saved yet.`}</p>
    </Dialog>
  );
}
