import type { PlanResponse } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { failureText } from '../../../lib/api/failure-text.ts';
import { PageHead } from '../../../ui/cards/page-head.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { ErrorState } from '../../../ui/cards/states.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { StoredHistoryCard } from '../stored-history/index.ts';
import { ChangePlanDialog } from './change-plan-dialog.tsx';
import { InvoicesCard } from './invoices-card.tsx';
import { PausedCard } from './paused-card.tsx';
import { PlanNowCard } from './plan-now-card.tsx';
import { planQuery } from './plan-query.ts';
import './plan-page.css';
import { openPortal } from './plan-calls.ts';
import { PlanTable } from './plan-table.tsx';
import { PlanUseCard } from './plan-use-card.tsx';
import { useCheckoutReturn } from './use-checkout-return.ts';

type PlanPageProps = {
  /** Lets the owner choose which devices stay active. */
  activeDevices: (plan: PlanResponse, onClose: () => void) => ReactNode;
};

/** `/bill`: the plan, what is used of it, what others would give, and the invoices. */
export function PlanPage({ activeDevices }: PlanPageProps) {
  const { data, error, refetch } = useQuery(planQuery);
  return (
    <>
      <PageHead title={t`Plan`}>{t`Your plan and usage`}</PageHead>
      {data && <Plan plan={data} activeDevices={activeDevices} />}
      {!data && error && (
        <ErrorState title={t`Your plan did not load`} onRetry={() => void refetch()}>
          {failureText(error)}
        </ErrorState>
      )}
      {!data && !error && <PlanSkeleton />}
    </>
  );
}

function Plan({ plan, activeDevices }: PlanPageProps & { plan: PlanResponse }) {
  const [choosing, setChoosing] = useState(false);
  const [parameters, setParameters] = useSearchParams();
  const isChanging = parameters.get('change') === '1';
  const setChanging = (open: boolean) => setParameters(open ? { change: '1' } : {}, { replace: true });
  const returned = useCheckoutReturn(plan);
  const portal = useStripePage(openPortal);
  return (
    <div className="plan-page">
      {returned && (
        <p className="plan-returned" role="status">
          {returned}
        </p>
      )}
      {plan.paused.length > 0 && <PausedCard plan={plan} onChoose={() => setChoosing(true)} />}
      <div className="plan-top">
        <PlanUseCard plan={plan} />
        <PlanNowCard
          plan={plan}
          busy={portal.isPending}
          onChange={() => setChanging(true)}
          onPayment={() => portal.mutate()}
        />
      </div>
      <StoredHistoryCard />
      {plan.billing !== 'off' && <PlanTable plan={plan} />}
      {plan.billing === 'stripe' && <InvoicesCard invoices={plan.invoices} />}
      {choosing && activeDevices(plan, () => setChoosing(false))}
      {isChanging && plan.billing === 'stripe' && (
        <ChangePlanDialog plan={plan} onManage={() => portal.mutate()} onClose={() => setChanging(false)} />
      )}
    </div>
  );
}

/** Leaves for a page of the payment service, or explains why that did not work. */
function useStripePage(call: () => Promise<string>) {
  const toasts = useToasts();
  return useMutation({
    mutationFn: call,
    onSuccess: (url) => location.assign(url),
    onError: (error) =>
      toasts.add({ kind: 'error', title: t`The payment page did not open`, detail: failureText(error) }),
  });
}

function PlanSkeleton() {
  return (
    <div className="plan-page" aria-busy="true">
      <span className="sr-only">{t`Loading your plan`}</span>
      <div className="plan-top">
        <Skeleton height={330} className="plan-bone" />
        <Skeleton height={330} className="plan-bone" />
      </div>
      <Skeleton height={290} className="plan-bone" />
    </div>
  );
}
