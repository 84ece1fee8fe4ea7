import { plural, t } from '@lingui/core/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import type { Editing } from './use-project-form.ts';

/** Stays in sight below the form while something is not saved. */
export function SaveBar({ editing }: { editing: Editing }) {
  const { isNew, isDeleted, isChanged, nameProblem, problems, saving, isSaving, save, discard } = editing;
  const { failure } = saving;
  if (!isNew && !isChanged) return null;
  const wrong = Object.keys(problems).length;
  const hint = nameProblem ?? hintOf({ isNew, isDeleted, wrong });
  return (
    <div className="save-bar">
      <p className="save-bar-text" role="status">
        {failure ? (
          <span className="save-bar-failure">
            <Icon of={IconAlertTriangle} size={16} />
            {failure instanceof ApiError && failure.code === 'validation_failed'
              ? t`Not saved. Check the highlighted fields.`
              : t`Not saved. ${{ reason: failureText(failure) }}`}
          </span>
        ) : (
          hint
        )}
      </p>
      {(!isNew || isDeleted) && <Button onClick={discard}>{t`Discard`}</Button>}
      <Button variant="primary" busy={isSaving} disabled={wrong > 0} onClick={save}>
        {isNew ? t`Save as project` : t`Save`}
      </Button>
    </div>
  );
}

function hintOf({ isNew, isDeleted, wrong }: { isNew: boolean; isDeleted: boolean; wrong: number }): string {
  if (wrong > 0) return plural(wrong, { one: 'Fix # field to save.', other: 'Fix # fields to save.' });
  if (isDeleted) return t`This project was deleted in another tab or browser. Save it as a new one to keep it.`;
  return isNew ? t`Not saved yet.` : t`Unsaved changes.`;
}
