import type { PlanResponse } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { planQuery } from './plan-query.ts';

const pollEveryMs = 2_000;
const giveUpAfterMs = 60_000;

/**
 * What to show somebody who comes back from the payment page (`?checkout=success|cancelled`). The payment service notifies the
 * server on its own way, a moment earlier or later, so the plan is requested until it has changed, a minute at most.
 */
export function useCheckoutReturn(plan: PlanResponse): string | undefined {
  const outcome = useSearchParams()[0].get('checkout');
  const client = useQueryClient();
  const arrivedWithRef = useRef(plan.current.plan);
  const [isLate, setLate] = useState(false);
  const isPaid = plan.current.source === 'stripe' && plan.current.status === 'active';
  const isWaiting = outcome === 'success' && !isPaid && !isLate;
  useEffect(() => {
    if (!isWaiting) return;
    const poll = setInterval(() => void client.invalidateQueries({ queryKey: planQuery.queryKey }), pollEveryMs);
    const late = setTimeout(() => setLate(true), giveUpAfterMs);
    return () => {
      clearInterval(poll);
      clearTimeout(late);
    };
  }, [isWaiting, client]);
  if (outcome === 'cancelled') return t`Payment cancelled. Nothing was charged, and your plan has not changed.`;
  if (outcome !== 'success') return undefined;
  if (isPaid) {
    const name = plan.plans.find(({ id }) => id === plan.current.plan)?.name ?? '';
    return arrivedWithRef.current === plan.current.plan ? t`You are on ${name}.` : t`Paid. You are on ${name} now.`;
  }
  return isLate
    ? t`The payment is not confirmed yet. Your plan changes as soon as it is; bank transfers can take a while.`
    : t`Waiting for the confirmation of your payment…`;
}
