import type { BoardBudget } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatDateTime } from '../../../lib/format/format.ts';
import './budget-line.css';

type BudgetLineProps = { what: 'timers' | 'rules'; budget: BoardBudget; timeZone: string };

/** How much of the board's room a list takes; nothing for a board that takes none. */
export function BudgetLine({ what, budget, timeZone }: BudgetLineProps) {
  const { count, maxCount, bytes, maxBytes, deliveredAt } = budget;
  if (maxCount === 0 || maxBytes === 0) return null;
  const used = Math.min(1, Math.max(count / maxCount, bytes / maxBytes));
  const delivered =
    deliveredAt === null
      ? t`Not sent to the board yet`
      : t`Sent to the board ${{ time: formatDateTime(deliveredAt, { timeZone }) }}`;
  return (
    <p className="budget-line" title={count > 0 ? delivered : undefined}>
      <span>
        {what === 'timers'
          ? t`On the board: ${count} of ${maxCount} timers, ${bytes} of ${maxBytes} bytes`
          : t`On the board: ${count} of ${maxCount} rules, ${bytes} of ${maxBytes} bytes`}
      </span>
      <span className="budget-bar" data-full={used > 0.9 || undefined} aria-hidden="true">
        <i style={{ width: `${Math.round(used * 100)}%` }} />
      </span>
    </p>
  );
}
