import { t } from '@lingui/core/macro';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { SaveForm } from './use-save-form.ts';

/** Lets the user choose which version to keep when another tab or browser saved the project meanwhile. */
export function SaveConflict({ saving }: { saving: SaveForm }) {
  return (
    <Dialog
      title={t`This project has a newer version`}
      role="alertdialog"
      isOpen
      onClose={saving.proceed}
      actions={
        <>
          <Button variant="ghost" onClick={saving.proceed}>
            {t`Continue editing`}
          </Button>
          <Button busy={saving.isLoading} onClick={saving.loadOther}>
            {t`Load the newer version`}
          </Button>
          <Button variant="primary" onClick={saving.saveOver}>
            {t`Save mine`}
          </Button>
        </>
      }
    >
      <p>
        {t`It was saved in another tab or browser while you edited. Save yours in its place, or load it and discard your changes.`}
      </p>
    </Dialog>
  );
}
