import type { Device } from '@cyno/contract';
import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import '../form-dialog.css';
import { type Bulk, countText } from './use-bulk.ts';

type BulkDeleteDialogProps = { chosen: readonly Device[]; bulk: Bulk; onClose: () => void; onDeleted: () => void };

/** Deletes the chosen devices after their number was typed. */
export function BulkDeleteDialog({ chosen, bulk, onClose, onDeleted }: BulkDeleteDialogProps) {
  const formId = useId();
  const [typed, setTyped] = useState('');
  const wanted = String(chosen.length);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (typed.trim() !== wanted) return;
    bulk.run({ kind: 'delete' }, 'deleted', () => {
      onClose();
      onDeleted();
    });
  };
  return (
    <Dialog
      title={`Delete ${countText(chosen.length)}?`}
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="danger" busy={bulk.isPending} disabled={typed.trim() !== wanted}>
            Delete
          </Button>
        </>
      }
    >
      <form id={formId} className="form-dialog" onSubmit={submit}>
        <p>
          The boards are cut off at once. Their data is kept for seven days: within that time the notice that follows,
          or accepting a board again, brings everything back.
        </p>
        <ul className="form-dialog-list" aria-label="To be deleted">
          {chosen.slice(0, 20).map(({ espid, name }) => (
            <li key={espid}>{name}</li>
          ))}
          {chosen.length > 20 && <li>and {chosen.length - 20} more</li>}
        </ul>
        <TextField
          label={`Type ${wanted} to go on`}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
