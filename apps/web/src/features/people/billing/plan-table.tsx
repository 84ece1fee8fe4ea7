import type { PlanResponse } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Card } from '../../../ui/cards/card.tsx';
import './plan-table.css';
import { formatPrice, limitRows } from './plan-texts.ts';

/** The plans side by side; the account's own is tinted. */
export function PlanTable({ plan: { plans, current } }: { plan: PlanResponse }) {
  const here = (id: string) => (id === current.plan ? 'plan-table-here' : undefined);
  return (
    <Card className="plan-table-frame">
      <table className="plan-table">
        <caption className="sr-only">{t`What each plan allows`}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{t`Limit`}</span>
            </th>
            {plans.map((each) => (
              <th key={each.id} scope="col" className={here(each.id)}>
                {each.name}
                <small>
                  {formatPrice(each)}
                  {each.id === current.plan && <span>{t`your plan`}</span>}
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {limitRows().map(({ label, of }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {plans.map((each) => (
                <td key={each.id} className={here(each.id)}>
                  {of(each.limits)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
