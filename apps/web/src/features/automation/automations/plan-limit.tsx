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
  const limit = larger?.limits.automationsPerDevice;
  const way =
    larger && data?.billing !== 'off'
      ? `, or move to ${larger.name} for ${limit === null ? 'as many as you like' : limit} on each device`
      : '';
  return (
    <Card className="plan-limit" role="status">
      <div>
        <h2>
          {used} of {allowed} automations on {device}
        </h2>
        <p>Delete one to make room for another{way}.</p>
      </div>
      {way && <ButtonLink to="/bill">Compare plans</ButtonLink>}
    </Card>
  );
}
