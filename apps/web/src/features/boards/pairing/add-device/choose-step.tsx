import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
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
      <h2>Choose your board and sensors</h2>
      {catalog.isError ? (
        <ErrorState title="The list of boards did not load" onRetry={() => void catalog.refetch()}>
          {catalog.error.message}
        </ErrorState>
      ) : chosen && catalog.data ? (
        <>
          <p className="add-step-summary">
            {chosen.board.name} with {chosen.kit.name}
            <button type="button" className="link" onClick={() => setFolded(false)}>
              Change
            </button>
          </p>
          <div className="add-step-picks">
            <PickList label="Board" options={catalog.data.boards} value={chosen.board.id} onChange={chooseBoard} />
            <PickList
              label="Sensors"
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
