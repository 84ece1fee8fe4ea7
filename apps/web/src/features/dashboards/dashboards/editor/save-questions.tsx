import { Button } from '../../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import type { SaveDraft } from './use-save-draft.ts';

/** Confirms before changes are thrown away. */
export function LeaveEditor({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <ConfirmDialog
      title="Leave without saving?"
      cancelLabel="Go on editing"
      confirmLabel="Discard changes"
      busy={false}
      onClose={onStay}
      onConfirm={onLeave}
    >
      What you changed in this dashboard is not saved yet.
    </ConfirmDialog>
  );
}

/** Lets the user choose which dashboard to keep when somebody else saved one meanwhile. */
export function SaveConflict({ save, onDiscard }: { save: SaveDraft; onDiscard: () => void }) {
  return (
    <Dialog
      title="The dashboard was changed meanwhile"
      role="alertdialog"
      isOpen
      onClose={save.proceed}
      actions={
        <>
          <Button variant="ghost" onClick={save.proceed}>
            Go on editing
          </Button>
          <Button onClick={onDiscard}>Take the other one</Button>
          <Button variant="primary" onClick={save.saveOver}>
            Save mine
          </Button>
        </>
      }
    >
      <p>
        Another tab or somebody else saved it while you edited. If you save yours, the other one stays among the earlier
        versions and can be brought back.
      </p>
    </Dialog>
  );
}
