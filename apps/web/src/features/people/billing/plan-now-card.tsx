import type { PlanResponse } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useConfig } from '../../../lib/api/public-config.ts';
import { usePageOwner } from '../../../lib/api/session.ts';
import { formatDate } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/cards/card.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import './plan-now-card.css';
import { formatAmount, formatInterval } from './plan-texts.ts';

type PlanNowCardProps = {
  plan: PlanResponse;
  onChange: () => void;
  onPayment: () => void;
  busy: boolean;
};

/** The plan that the account is on, until when, and how it is paid. */
export function PlanNowCard({ plan, onChange, onPayment, busy }: PlanNowCardProps) {
  const { current, billing } = plan;
  const own = plan.plans.find(({ id }) => id === current.plan);
  // Other plans have the names that their operator gave them.
  const name = own && own.id !== 'self_hosted' ? own.name : t`Self-hosted`;
  return (
    <Card className="plan-now" aria-label={t`Your plan`}>
      <div className="plan-now-head">
        <h2>{name}</h2>
        <StateBadge plan={plan} />
      </div>
      <p className="plan-now-price">
        {own?.priceMinor ? (
          <>
            {formatAmount(own.priceMinor, own.currency).split(' ')[0]}{' '}
            <small>{t`${{ currency: own.currency.toUpperCase() }} a month`}</small>
          </>
        ) : (
          <>
            0 <small>{t`nothing to pay`}</small>
          </>
        )}
      </p>
      <dl className="plan-now-facts">
        {facts(plan, name).map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <PlanHint plan={plan} />
      {billing === 'stripe' && (
        <div className="plan-now-actions">
          <Button variant="primary" onClick={onChange} busy={busy}>
            {t`Change plan`}
          </Button>
          {current.source === 'stripe' && (
            <Button onClick={onPayment} busy={busy}>
              {t`Payment`}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

function StateBadge({ plan: { current } }: { plan: PlanResponse }) {
  if (current.status === 'past_due') {
    return (
      <Badge tone="warning" icon={IconAlertTriangle}>
        {t`Payment failed`}
      </Badge>
    );
  }
  if (current.cancelAtPeriodEnd) return <Badge tone="warning">{t`Ends soon`}</Badge>;
  return (
    <Badge tone="success" icon={IconCheck}>
      {t`Active`}
    </Badge>
  );
}

function facts({ current, limits }: PlanResponse, name: string): [string, string][] {
  const list: [string, string][] = [];
  const ends = current.cancelAtPeriodEnd || current.source === 'manual';
  if (current.periodEnd !== null) list.push([ends ? t`Ends on` : t`Next payment`, formatDate(current.periodEnd)]);
  if (current.paidWith !== null) list.push([t`Paid with`, current.paidWith]);
  list.push([t`Fastest stored interval`, formatInterval(limits.storedIntervalMs)]);
  if (current.since !== null) list.push([t`${name} since`, formatDate(current.since)]);
  return list;
}

function PlanHint({ plan: { billing, current } }: { plan: PlanResponse }) {
  const contact = useConfig().data?.links;
  const isAdmin = usePageOwner()?.member === 'admin';
  if (current.status === 'past_due') {
    return (
      <p className="plan-now-hint plan-now-warning">
        {current.graceUntil === null
          ? t`Your plan ended because a payment failed. Pay the unpaid invoice below or press Payment to get it back.`
          : t`The last payment failed. Check your payment method: the plan ends on ${{ date: formatDate(current.graceUntil) }}.`}
      </p>
    );
  }
  if (billing === 'off') {
    return <p className="plan-now-hint">{t`This server does not charge for anything.`}</p>;
  }
  if (billing === 'manual' && isAdmin) {
    return (
      <p className="plan-now-hint">
        {t`Administrators assign plans, also to themselves.`}{' '}
        <Link className="link" to="/admin/users">
          {t`Users`}
        </Link>
      </p>
    );
  }
  if (billing === 'manual') {
    const address = contact?.mail ? `mailto:${contact.mail}` : contact?.contact;
    return (
      <p className="plan-now-hint">
        {t`The administrator of this server assigns plans.`}{' '}
        {address ? (
          <a className="link" href={address} target="_blank" rel="noopener noreferrer">
            {t`Ask for another plan`}
          </a>
        ) : (
          t`Ask there for another plan.`
        )}
      </p>
    );
  }
  return <p className="plan-now-hint">{t`A smaller plan deletes nothing. You choose which devices to pause.`}</p>;
}
