import type { SavedView } from '@cyno/contract';
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
        toasts.add({ kind: 'success', title: `Saved as ${typed}` });
        onClose();
      },
    });
  };
  return (
    <Dialog
      title="Save what is shown"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={save.isPending} disabled={typed === ''}>
            {same ? 'Save over it' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={formId} className="form-dialog" onSubmit={submit}>
        <TextField
          label="Name"
          maxLength={60}
          autoComplete="off"
          value={name}
          error={save.isError ? failureText(save.error) : null}
          description="Search, filter, order, columns, groups and cards, table or map. It is there in every browser that you log in with."
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
