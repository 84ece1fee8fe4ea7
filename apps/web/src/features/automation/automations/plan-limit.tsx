import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import { Card } from '../../../ui/cards/card.tsx';
import { planQuery } from '../../people/billing/index.ts';
import './plan-limit.css';

type PlanLimitProps = { device: string; used: number; allowed: number };

/** Explains that the plan allows no a further automation of this device, and which plan would. */
export function PlanLimit({ device, used, allowed }: PlanLimitProps) {
  const { data } = useQuery(planQuery);
  const larger = data?.plans.find(
    ({ limits: { automationsPerDevice } }) => automationsPerDevice === null || automationsPerDevice > allowed,
  );
  const offered = data?.billing === 'off' ? undefined : larger;
  return (
    <Card className="plan-limit" role="status">
      <div>
        <h2>{t`${used} of ${allowed} automations on ${device}`}</h2>
        <p>{offered ? offerText(offered.name, offered.limits.automationsPerDevice) : t`Delete one to add another.`}</p>
      </div>
      {offered && <ButtonLink to="/bill">{t`Compare plans`}</ButtonLink>}
    </Card>
  );
}

const offerText = (plan: string, limit: number | null): string =>
  limit === null
    ? t`Delete one to add another, or move to ${plan}, which has no limit.`
    : plural(limit, { other: `Delete one to add another, or move to ${plan} for # on each device.` });
