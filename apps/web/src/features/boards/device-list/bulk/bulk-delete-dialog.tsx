import type { Device } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import '../form-dialog.css';
import type { Bulk } from './use-bulk.ts';

type BulkDeleteDialogProps = { chosen: readonly Device[]; bulk: Bulk; onClose: () => void; onDeleted: () => void };

/** Deletes the chosen devices after their number was typed. */
export function BulkDeleteDialog({ chosen, bulk, onClose, onDeleted }: BulkDeleteDialogProps) {
  const formId = useId();
  const [typed, setTyped] = useState('');
  const wanted = String(chosen.length);
  const doneText = (count: number) => plural(count, { one: '# device deleted', other: '# devices deleted' });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (typed.trim() !== wanted) return;
    bulk.run({ kind: 'delete' }, doneText, (failedCount) => {
      onClose();
      // The bar stays for what it shows of the others.
      if (failedCount === 0) onDeleted();
    });
  };
  return (
    <Dialog
      title={plural({ count: chosen.length }, { one: 'Delete # device?', other: 'Delete # devices?' })}
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="danger" busy={bulk.isPending} disabled={typed.trim() !== wanted}>
            {t`Delete`}
          </Button>
        </>
      }
    >
      <form id={formId} className="form-dialog" onSubmit={submit}>
        <p>
          {t`Disconnects the boards now and deletes their data in seven days. Until then, accepting a board again restores everything.`}
        </p>
        <ul className="form-dialog-list" aria-label={t`Devices to delete`}>
          {chosen.slice(0, 20).map(({ espid, name }) => (
            <li key={espid}>{name}</li>
          ))}
          {chosen.length > 20 && <li>{t`and ${{ hidden: chosen.length - 20 }} more`}</li>}
        </ul>
        <TextField
          label={t`Type ${wanted} to confirm`}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
