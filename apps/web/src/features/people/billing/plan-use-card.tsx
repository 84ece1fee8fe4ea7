import type { PlanResponse, PlanUse } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { formatAge, formatDate, formatExact } from '../../../lib/format/format.ts';
import { useLiveNow } from '../../../lib/live/live-client.ts';
import { Card } from '../../../ui/cards/card.tsx';
import { nearness, useName, wayOut } from './plan-texts.ts';
import './plan-use-card.css';

const dayMs = 24 * 60 * 60_000;
const daysOfYear = 365;

/** What is used of each limit, as bars; from 80 % on in amber with what is left, at 100 % with what to do. */
export function PlanUseCard({ plan }: { plan: PlanResponse }) {
  const now = useLiveNow(10_000);
  return (
    <Card className="plan-use" aria-labelledby="plan-use-title">
      <div className="plan-use-head">
        <h2 id="plan-use-title">{t`Your usage`}</h2>
        <span>{t`counted ${{ age: formatAge(Math.max(0, now - plan.countedAt)) }}`}</span>
      </div>
      <ul>
        {plan.use.map((use) => (
          <UseLine key={use.limit} use={use} countedAt={plan.countedAt} />
        ))}
      </ul>
    </Card>
  );
}

function UseLine({ use, countedAt }: { use: PlanUse; countedAt: number }) {
  const name = useName(use.limit);
  const used = amountOf(use.limit, use.used);
  const allowed = use.allowed === null ? null : amountOf(use.limit, use.allowed);
  const state = nearness(use);
  const percent = use.allowed === null ? 0 : Math.min(100, (use.used / Math.max(1, use.allowed)) * 100);
  return (
    <li className="plan-use-line">
      <span className="plan-use-name">
        {name}
        <small>{detailOf(use, countedAt)}</small>
      </span>
      <span className="plan-use-count">
        {allowed === null ? (
          <b>{used}</b>
        ) : (
          <Trans>
            <b>{used}</b> of {allowed}
          </Trans>
        )}
        {use.allowed === null && <em className="plan-use-unlimited">{t`no limit`}</em>}
        {state === 'near' && use.allowed !== null && <em>{t`${{ count: use.allowed - use.used }} left`}</em>}
        {state === 'reached' && <em className="plan-use-full">{t`full`}</em>}
      </span>
      {use.allowed !== null && (
        <progress
          className={`plan-use-bar plan-use-${state}`}
          max={100}
          value={percent}
          aria-label={t`${name}: ${used} of ${{ allowed: allowed ?? '' }}`}
        />
      )}
      {state === 'reached' && <p className="plan-use-out">{wayOut(use.limit)}</p>}
    </li>
  );
}

/** As people count it: days, years, or how many. */
function amountOf(limit: PlanUse['limit'], amount: number): string {
  switch (limit) {
    case 'rawDays':
      return plural({ days: rounded(amount) }, { one: '# day', other: '# days' });
    case 'rollupDays':
      return amount < daysOfYear
        ? plural({ days: rounded(amount) }, { one: '# day', other: '# days' })
        : plural({ years: rounded(amount / daysOfYear) }, { one: '# year', other: '# years' });
    default:
      return formatExact(amount);
  }
}

const rounded = (amount: number) => Math.round(amount * 10) / 10;

function detailOf({ limit, used, where }: PlanUse, countedAt: number): string | undefined {
  if (limit === 'devices') return t`shared devices do not count`;
  if (limit === 'rollupDays') return t`by minute, hour and day`;
  if (limit === 'rawDays')
    return used > 0 ? t`oldest value ${{ date: formatDate(countedAt - used * dayMs) }}` : t`nothing stored yet`;
  return where === null ? undefined : t`most on ${where}`;
}
