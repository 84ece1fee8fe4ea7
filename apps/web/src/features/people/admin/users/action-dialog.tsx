import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { withProof } from '../../../../lib/api/proof.ts';
import { useUnsavedChanges } from '../../../../lib/browser/unsaved-changes.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { CopyLine } from '../../../../ui/buttons/copy-line.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import './action-dialog.css';
import { isRightLost } from '../admin-calls.ts';
import { noteUser } from '../admin-queries.ts';
import { useLeave } from '../use-right-lost.ts';
import type { UserAction } from './user-actions.ts';

type ActionDialogProps = { action: UserAction; ownEmail: string; onClose: () => void };

/** Confirms an action about somebody, does it, and reports the result. */
export function ActionDialog({ action, ownEmail, onClose }: ActionDialogProps) {
  const [reason, setReason] = useState('');
  const cache = useQueryClient();
  const toasts = useToasts();
  const leave = useLeave();
  const run = useMutation({
    mutationFn: () => withProof(() => action.run(reason.trim())),
    onSuccess(response) {
      // Undefined: the proof was not given. The question stays open.
      if (!response) return;
      noteUser(cache, response.user);
      // The dialog stays to show it.
      if (response.link) return;
      toasts.add({ kind: 'success', title: action.done });
      onClose();
      if (response.user.email === ownEmail && response.user.member !== 'admin') leave();
    },
    onError(error) {
      if (isRightLost(error)) leave();
    },
  });
  if (run.data?.link) return <OnceOnly link={run.data.link} email={run.data.user.email} onClose={onClose} />;
  return (
    <Dialog
      title={action.title}
      isOpen
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            variant={action.tone === 'danger' ? 'danger' : 'primary'}
            busy={run.isPending}
            onClick={() => run.mutate()}
          >
            {action.confirm}
          </Button>
        </>
      }
    >
      <p>{action.consequence}</p>
      {action.needsReason && (
        <TextField
          className="action-dialog-reason"
          label={t`Reason`}
          description={t`Optional. The audit log stores it.`}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {run.error && (
        <p className="action-dialog-error" role="alert">
          {failureText(run.error)}
        </p>
      )}
    </Dialog>
  );
}

/** A link that is shown this once, for the administrator to hand over. */
function OnceOnly({ link, email, onClose }: { link: string; email: string; onClose: () => void }) {
  useUnsavedChanges(true);
  return (
    // Escape and a press outside must not throw away what is shown only once.
    <Dialog
      title={t`Copy the link now`}
      role="alertdialog"
      isOpen
      onClose={() => undefined}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t`Done`}
        </Button>
      }
    >
      <p className="action-dialog-link">
        {t`Give it to ${email} so that only they can read it. It works once, for an hour, and is shown only now.`}
      </p>
      <CopyLine text={link} label={t`Copy the link`} />
    </Dialog>
  );
}
