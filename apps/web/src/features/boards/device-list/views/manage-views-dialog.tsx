import type { SavedView } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconTrash } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { holdFocus } from '../../../../lib/browser/hold-focus.ts';
import { Button, IconButton } from '../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import '../form-dialog.css';
import './manage-views-dialog.css';
import { useViewCalls } from './saved-views.ts';

/** Gives saved views other names, and deletes them. */
export function ManageViewsDialog({ views, onClose }: { views: readonly SavedView[]; onClose: () => void }) {
  return (
    <Dialog title={t`Saved views`} isOpen onClose={onClose} actions={<Button onClick={onClose}>{t`Close`}</Button>}>
      <div ref={holdFocus}>
        {views.length === 0 ? (
          <p className="form-dialog-note">{t`No saved views`}</p>
        ) : (
          <ul className="manage-views" aria-label={t`Saved views`}>
            {views.map((view) => (
              <ViewLine key={view.id} view={view} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function ViewLine({ view }: { view: SavedView }) {
  const [name, setName] = useState(view.name);
  const { save, remove } = useViewCalls();
  const typed = name.trim();
  const error = save.error ?? remove.error;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (typed !== '' && typed !== view.name) save.mutate({ ...view, name: typed });
  };
  return (
    <li>
      <form className="manage-views-line" onSubmit={submit}>
        <TextField
          label={t`Name of ${{ view: view.name }}`}
          hideLabel
          maxLength={60}
          value={name}
          error={error ? failureText(error) : null}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" busy={save.isPending} disabled={typed === '' || typed === view.name}>
          {t`Rename`}
        </Button>
        <IconButton
          label={t`Delete ${{ view: view.name }}`}
          icon={IconTrash}
          onClick={() => remove.isPending || remove.mutate(view.id)}
        />
      </form>
    </li>
  );
}
