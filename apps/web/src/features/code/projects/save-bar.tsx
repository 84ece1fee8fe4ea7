import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import type { Editing } from './use-project-form.ts';

/** Stays in sight below the form while something is not saved. */
export function SaveBar({ editing, isNew }: { editing: Editing; isNew: boolean }) {
  const { isChanged, nameProblem, problems, saving, failure, save, discard } = editing;
  if (!isNew && !isChanged) return null;
  const wrong = Object.keys(problems).length;
  const hint = nameProblem ?? hintOf(isNew, wrong);
  return (
    <div className="save-bar">
      <p className="save-bar-text" role="status">
        {failure ? (
          <span className="save-bar-failure">
            <Icon of={IconAlertTriangle} size={16} />
            {failure instanceof ApiError && failure.code === 'validation_failed'
              ? 'Not saved: a field is not accepted.'
              : `Not saved. ${failureText(failure)}`}
          </span>
        ) : (
          hint
        )}
      </p>
      {!isNew && <Button onClick={discard}>Discard</Button>}
      <Button variant="primary" busy={saving} disabled={wrong > 0} onClick={save}>
        {isNew ? 'Save as a project' : 'Save'}
      </Button>
    </div>
  );
}

function hintOf(isNew: boolean, wrong: number): string {
  if (wrong > 0) return wrong === 1 ? 'One field needs another look.' : `${wrong} fields need another look.`;
  return isNew ? 'Not saved yet.' : 'Unsaved changes.';
}
