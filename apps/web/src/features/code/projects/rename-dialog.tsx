import type { Project } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type SubmitEvent, useId, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useChangeProject } from './project-queries.ts';

/** Requests a project's new name. */
export function RenameDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const [name, setName] = useState(project.name);
  const formId = useId();
  const save = useChangeProject(project.id);
  const typed = name.trim();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (typed !== '') save.mutate({ name: typed }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={t`Rename project`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="primary" busy={save.isPending} disabled={typed === ''}>
            {t`Rename`}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <TextField
          label={t`Name`}
          maxLength={60}
          value={name}
          error={save.isError ? failureText(save.error) : typed === '' ? t`Enter a name.` : null}
          onChange={(event) => setName(event.currentTarget.value)}
          autoFocus
        />
      </form>
    </Dialog>
  );
}
