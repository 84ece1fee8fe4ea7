import type { PlanResponse, PlanUse } from '@cyno/contract';
import { useNow } from '../../../lib/browser/use-now.ts';
import { formatAge, formatDate } from '../../../lib/format/format.ts';
import { Card } from '../../../ui/cards/card.tsx';
import { nearness, useNames, wayOut } from './plan-texts.ts';
import './plan-use-card.css';

const dayMs = 24 * 60 * 60_000;
const daysOfYear = 365;

/** What is used of each limit, as bars; from 80 % on in amber with what is left, at 100 % with what to do. */
export function PlanUseCard({ plan }: { plan: PlanResponse }) {
  const now = useNow(10_000);
  return (
    <Card className="plan-use" aria-labelledby="plan-use-title">
      <div className="plan-use-head">
        <h2 id="plan-use-title">What you use</h2>
        <span>counted {formatAge(Math.max(0, now - plan.countedAt))}</span>
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
  const { name, unit: units } = useNames[use.limit];
  const scale = units === 'years' ? daysOfYear : 1;
  const unit = use.allowed === scale ? units.replace(/s$/, '') : units;
  const format = (days: number) => String(Math.round((days / scale) * 10) / 10);
  const allowed = use.allowed === null ? null : format(use.allowed);
  const state = nearness(use);
  const percent = use.allowed === null ? 0 : Math.min(100, (use.used / Math.max(1, use.allowed)) * 100);
  return (
    <li className="plan-use-line">
      <span className="plan-use-name">
        {name}
        <small>{detailOf(use, countedAt)}</small>
      </span>
      <span className="plan-use-count">
        <b>{format(use.used)}</b> {allowed === null ? unit : `of ${allowed} ${unit}`}
        {use.allowed === null && <em className="plan-use-unlimited">no limit</em>}
        {state === 'near' && use.allowed !== null && <em>{use.allowed - use.used} left</em>}
        {state === 'reached' && <em className="plan-use-full">full</em>}
      </span>
      {use.allowed !== null && (
        <progress
          className={`plan-use-bar plan-use-${state}`}
          max={100}
          value={percent}
          aria-label={`${name}: ${format(use.used)} of ${allowed} ${unit}`}
        />
      )}
      {state === 'reached' && <p className="plan-use-out">{wayOut[use.limit]}</p>}
    </li>
  );
}

function detailOf({ limit, used, where }: PlanUse, countedAt: number): string | undefined {
  if (limit === 'devices') return 'shared devices do not count';
  if (limit === 'rollupDays') return 'minutes, hours and days';
  if (limit === 'rawDays')
    return used > 0 ? `oldest point ${formatDate(countedAt - used * dayMs)}` : 'nothing stored yet';
  return where === null ? undefined : `most on ${where}`;
}
