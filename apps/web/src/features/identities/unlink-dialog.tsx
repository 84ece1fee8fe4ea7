import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type UnlinkDialogProps = {
  name: string;
  /** The service knows its person by the address of the account, so it can find the account without a link. */
  hasSameAddress: boolean;
  busy: boolean;
  onClose: () => void;
  onUnlink: () => void;
};

/** Asks before a way into the account is closed. */
export function UnlinkDialog({ name, hasSameAddress, busy, onClose, onUnlink }: UnlinkDialogProps) {
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
      {hasSameAddress ? (
        <p>
          {name} has the e-mail address of your account: a log-in with it may find your account and link it again.
          Change the address of one of them if it must not.
        </p>
      ) : (
        <p>You cannot log in with {name} any more then. You can link it again at any time.</p>
      )}
    </Dialog>
  );
}
