import type { MessageBudget } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import { ProgressBar } from '../../../../ui/status/progress-bar.tsx';
import './budget-bar.css';
import { isOverBudget } from './message-budget.ts';

/** How much of the longest message the set-up uses; `problem` explains what to do when it is too much. */
export function BudgetBar({ budget, problem }: { budget: MessageBudget; problem: string | undefined }) {
  const { bytes, maxBytes } = budget;
  const isOver = isOverBudget(budget);
  return (
    <div className={isOver ? 'budget budget-over' : 'budget'}>
      <p className="budget-text num">
        {isOver && <Icon of={IconAlertTriangle} size={16} />}
        {t`${bytes} of ${maxBytes} bytes per message`}
      </p>
      <ProgressBar label={t`Message length`} percent={Math.min(100, Math.round((bytes / maxBytes) * 100))} />
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
