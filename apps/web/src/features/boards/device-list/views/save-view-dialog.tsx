import type { SavedView } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type SubmitEvent, useId, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import '../form-dialog.css';
import { useViewCalls } from './saved-views.ts';

type SaveViewDialogProps = { views: readonly SavedView[]; address: string; onClose: () => void };

/** Keeps what the list shows under a name; a name that there is already takes what is shown now. */
export function SaveViewDialog({ views, address, onClose }: SaveViewDialogProps) {
  const formId = useId();
  const [name, setName] = useState('');
  const { save } = useViewCalls();
  const toasts = useToasts();
  const typed = name.trim();
  const same = views.find((view) => view.name.toLowerCase() === typed.toLowerCase());
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (typed === '') return;
    const request = { id: same?.id ?? null, name: typed, query: address };
    save.mutate(request, {
      onSuccess: () => {
        toasts.add({ kind: 'success', title: t`Saved as ${typed}` });
        onClose();
      },
    });
  };
  return (
    <Dialog
      title={t`Save current view`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="primary" busy={save.isPending} disabled={typed === ''}>
            {same ? t`Replace` : t`Save`}
          </Button>
        </>
      }
    >
      <form id={formId} className="form-dialog" onSubmit={submit}>
        <TextField
          label={t`Name`}
          maxLength={60}
          autoComplete="off"
          value={name}
          error={save.isError ? failureText(save.error) : null}
          description={t`Saves search, filter, order and layout to your account.`}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
