import { t } from '@lingui/core/macro';
import { Question } from '../../../ui/overlays/question.tsx';

type SceneQuestionProps = {
  name: string;
  /** False: nothing in it is locked, but its button is to be confirmed. */
  isLocked: boolean;
  onRun: () => void;
  onClose: () => void;
};

/** Confirms before a scene runs. */
export function SceneQuestion({ name, isLocked, onRun, onClose }: SceneQuestionProps) {
  return (
    <Question title={t`Run ${name}?`} confirmLabel={t`Run`} onConfirm={onRun} onClose={onClose}>
      {isLocked
        ? t`Something in this scene is locked: confirm each run.`
        : t`This button is set to ask before each run.`}
    </Question>
  );
}
