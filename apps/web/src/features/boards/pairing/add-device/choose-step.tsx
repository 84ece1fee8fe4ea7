import { t } from '@lingui/core/macro';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { Skeleton } from '../../../../ui/cards/skeleton.tsx';
import { ErrorState } from '../../../../ui/cards/states.tsx';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import { PickList } from './pick-list.tsx';
import type { SketchChoosing } from './use-sketch-choice.ts';

/** Step 1: which board and which sensors. On a phone it folds to one line once the sensors were chosen. */
export function ChooseStep({ choice }: { choice: SketchChoosing }) {
  const { catalog, chosen, chooseBoard, chooseKit } = choice;
  const [folded, setFolded] = useState(choice.isRemembered);
  return (
    <li className={`add-step add-step-done${folded ? ' add-step-folded' : ''}`}>
      <span className="add-step-mark">
        <Icon of={IconCheck} size={14} />
      </span>
      <h2>{t`Choose your board and sensors`}</h2>
      {catalog.isError ? (
        <ErrorState title={t`Could not load the boards`} onRetry={() => void catalog.refetch()}>
          {failureText(catalog.error)}
        </ErrorState>
      ) : chosen && catalog.data ? (
        <>
          <p className="add-step-summary">
            {t`${{ board: chosen.board.name }} with ${{ kit: chosen.kit.name }}`}
            <button type="button" className="link" onClick={() => setFolded(false)}>
              {t`Change`}
            </button>
          </p>
          <div className="add-step-picks">
            <PickList label={t`Board`} options={catalog.data.boards} value={chosen.board.id} onChange={chooseBoard} />
            <PickList
              label={t`Sensors`}
              options={chosen.kits}
              value={chosen.kit.id}
              onChange={(id) => {
                chooseKit(id);
                setFolded(true);
              }}
            />
          </div>
        </>
      ) : (
        <div className="add-step-picks" aria-busy="true">
          <Skeleton height={32} className="add-step-bone" />
          <Skeleton height={32} className="add-step-bone" />
        </div>
      )}
    </li>
  );
}
