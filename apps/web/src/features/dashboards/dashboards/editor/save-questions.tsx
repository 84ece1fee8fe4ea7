import { t } from '@lingui/core/macro';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import type { SaveDraft } from './use-save-draft.ts';

/** Confirms before changes are thrown away. */
export function LeaveEditor({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <ConfirmDialog
      title={t`Leave without saving?`}
      cancelLabel={t`Continue editing`}
      confirmLabel={t`Discard changes`}
      busy={false}
      onClose={onStay}
      onConfirm={onLeave}
    >
      {t`Discards your changes to this dashboard.`}
    </ConfirmDialog>
  );
}

/** Lets the user choose which dashboard to keep when somebody else saved one meanwhile. */
export function SaveConflict({ save, onDiscard }: { save: SaveDraft; onDiscard: () => void }) {
  return (
    <Dialog
      title={t`Someone else changed this dashboard`}
      role="alertdialog"
      isOpen
      onClose={save.proceed}
      actions={
        <>
          <Button variant="ghost" onClick={save.proceed}>
            {t`Continue editing`}
          </Button>
          <Button onClick={onDiscard}>{t`Discard mine`}</Button>
          <Button variant="primary" busy={save.isSaving} onClick={save.saveOver}>
            {t`Save mine`}
          </Button>
        </>
      }
    >
      <p>
        {t`It was saved in another tab or by someone else while you edited. If you save yours, you can restore the other from the earlier versions.`}
      </p>
    </Dialog>
  );
}
