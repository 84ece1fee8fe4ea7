import type { Blueprint } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { builtInQuery } from './blueprint-calls.ts';
import { withTextsOf } from './built-in-text.ts';
import './built-in-list.css';

/** As many as there are, so that what stands below them stays. */
const bones = ['fan', 'pump', 'light', 'door', 'tank', 'filter'];

function BuiltInBones() {
  return (
    <div className="built-ins" aria-busy="true">
      <span className="sr-only">{t`Loading blueprints`}</span>
      {bones.map((bone) => (
        <Skeleton key={bone} height={90} width="auto" />
      ))}
    </div>
  );
}

/** The blueprints that come with the product, to begin with. */
export function BuiltInList({ onChoose }: { onChoose: (blueprint: Blueprint) => void }) {
  const { data, error } = useQuery(builtInQuery);
  if (error) return <FormNote kind="error">{failureText(error)}</FormNote>;
  if (!data) return <BuiltInBones />;
  return (
    <ul className="built-ins" aria-label={t`Blueprints`}>
      {data.blueprints.map(({ id, blueprint }) => {
        const worded = withTextsOf(id, blueprint);
        return (
          <li key={id}>
            <button type="button" className="built-in" onClick={() => onChoose(worded)}>
              <b>{worded.name}</b>
              <small>{worded.description}</small>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
