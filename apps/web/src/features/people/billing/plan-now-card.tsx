import type { PlanResponse } from '@cyno/contract';
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
  const name = own?.name ?? 'Self-hosted';
  return (
    <Card className="plan-now" aria-label="Your plan">
      <div className="plan-now-head">
        <h2>{name}</h2>
        <StateBadge plan={plan} />
      </div>
      <p className="plan-now-price">
        {own?.priceMinor ? (
          <>
            {formatAmount(own.priceMinor, own.currency).split(' ')[0]}{' '}
            <small>{own.currency.toUpperCase()} a month</small>
          </>
        ) : (
          <>
            0 <small>nothing to pay</small>
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
            Change plan
          </Button>
          {current.source === 'stripe' && (
            <Button onClick={onPayment} busy={busy}>
              Payment
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
        Payment failed
      </Badge>
    );
  }
  if (current.cancelAtPeriodEnd) return <Badge tone="warning">Ends soon</Badge>;
  return (
    <Badge tone="success" icon={IconCheck}>
      Active
    </Badge>
  );
}

function facts({ current, limits }: PlanResponse, name: string): [string, string][] {
  const list: [string, string][] = [];
  const ends = current.cancelAtPeriodEnd || current.source === 'manual';
  if (current.periodEnd !== null) list.push([ends ? 'Ends on' : 'Next payment', formatDate(current.periodEnd)]);
  if (current.paidWith !== null) list.push(['Paid with', current.paidWith]);
  list.push(['Fastest stored interval', formatInterval(limits.storedIntervalMs)]);
  if (current.since !== null) list.push([`${name} since`, formatDate(current.since)]);
  return list;
}

function PlanHint({ plan: { billing, current } }: { plan: PlanResponse }) {
  const contact = useConfig().data?.links;
  const isAdmin = usePageOwner()?.member === 'admin';
  if (current.status === 'past_due' && current.graceUntil !== null) {
    return (
      <p className="plan-now-hint plan-now-warning">
        The last payment failed. The plan goes on until {formatDate(current.graceUntil)}: check the way of payment until
        then.
      </p>
    );
  }
  if (billing === 'off') {
    return <p className="plan-now-hint">This server does not charge for anything and sets no limits.</p>;
  }
  if (billing === 'manual' && isAdmin) {
    return (
      <p className="plan-now-hint">
        Administrators give plans, also to themselves:{' '}
        <Link className="link" to="/admin/users">
          Users
        </Link>
      </p>
    );
  }
  if (billing === 'manual') {
    const address = contact?.mail ? `mailto:${contact.mail}` : contact?.contact;
    return (
      <p className="plan-now-hint">
        The administrator of this server gives plans.{' '}
        {address ? (
          <a className="link" href={address} target="_blank" rel="noopener noreferrer">
            Ask for another one
          </a>
        ) : (
          'Ask there for another one.'
        )}
      </p>
    );
  }
  return (
    <p className="plan-now-hint">
      A move to a smaller plan deletes nothing. Surplus devices are paused and you choose which.
    </p>
  );
}
