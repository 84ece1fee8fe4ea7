import { t } from '@lingui/core/macro';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from '../../../ui/buttons/button.tsx';
import './line.css';

type LineProps = {
  /** What this part of the sentence is about, for screen readers. */
  label: string;
  children: ReactNode;
  problem?: string | undefined;
  /** What to know of what was chosen. */
  hint?: string | null | undefined;
  /** Takes the part out of the sentence; `removeLabel` names the button. */
  onRemove?: (() => void) | undefined;
  removeLabel?: string;
};

/** One part of a sentence: text and fields in a row, with what is wrong under it. */
export function Line({ label, children, problem, hint, onRemove, removeLabel }: LineProps) {
  const id = useId();
  const notes = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <fieldset className="line" aria-label={label} aria-describedby={notes || undefined} data-wrong={Boolean(problem)}>
      <div className="line-row">
        <div className="line-content">{children}</div>
        {onRemove && (
          <IconButton label={removeLabel ?? t`Remove: ${label}`} icon={IconX} size="small" onClick={onRemove} />
        )}
      </div>
      {problem && (
        <p className="line-problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
      {hint && (
        <p className="line-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}
