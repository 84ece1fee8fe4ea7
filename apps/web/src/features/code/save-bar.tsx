import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Editing } from './use-project-form.ts';

/** Stays in sight below the form: whether it is saved, and saving it. */
export function SaveBar({ editing, isNew }: { editing: Editing; isNew: boolean }) {
  const { isChanged, nameProblem, problems, saving, failure, save, discard } = editing;
  const wrong = Object.keys(problems).length;
  const says = nameProblem ?? saysOf({ isChanged, isNew, wrong });
  return (
    <div className="save-bar">
      <p className="save-bar-words" role="status">
        {failure ? (
          <span className="save-bar-failure">
            <Icon of={IconAlertTriangle} size={16} />
            {failure instanceof ApiError && failure.code === 'validation_failed'
              ? 'Not saved: a field is not accepted.'
              : `Not saved. ${failureText(failure)}`}
          </span>
        ) : (
          says
        )}
      </p>
      {isChanged && !isNew && <Button onClick={discard}>Discard</Button>}
      <Button variant="primary" busy={saving} disabled={(!isChanged && !isNew) || wrong > 0} onClick={save}>
        {isNew ? 'Save as a project' : 'Save'}
      </Button>
    </div>
  );
}

function saysOf({ isChanged, isNew, wrong }: { isChanged: boolean; isNew: boolean; wrong: number }): string {
  if (wrong > 0) return wrong === 1 ? 'One field needs another look.' : `${wrong} fields need another look.`;
  if (isNew) return 'Not saved yet.';
  return isChanged ? 'Unsaved changes.' : 'All changes are saved.';
}
