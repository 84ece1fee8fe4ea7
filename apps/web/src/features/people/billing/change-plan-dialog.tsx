import type { CheckoutRequest, Plan, PlanResponse } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Radio } from '../../../ui/fields/mark.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import './change-plan-dialog.css';
import { startCheckout } from './plan-calls.ts';
import { formatDays, formatInterval, formatPrice } from './plan-texts.ts';

const methods = () =>
  [
    { id: 'card', label: t`Card` },
    { id: 'promptpay', label: 'PromptPay' },
  ] as const;

const methodText = (method: CheckoutRequest['method']) =>
  method === 'card'
    ? t`We charge the card each month until you end the plan.`
    : t`You get an invoice each month and pay it with PromptPay. Nothing is charged automatically.`;

type ChangePlanDialogProps = {
  plan: PlanResponse;
  /** Opens the page on which a running subscription is changed or ended. */
  onManage: () => void;
  onClose: () => void;
};

/**
 * Chooses another plan. The first one is paid on a page of the payment service; a running subscription is changed or ended on
 * another of its pages, which works out what was paid already.
 */
export function ChangePlanDialog({ plan, onManage, onClose }: ChangePlanDialogProps) {
  const subscribed = plan.current.source === 'stripe';
  const choices = plan.plans.filter(({ id }) => id !== plan.current.plan && (subscribed || id !== 'free'));
  const [chosen, setChosen] = useState(choices[0]?.id);
  const [method, setMethod] = useState<CheckoutRequest['method']>('card');
  const checkout = useMutation({
    mutationFn: startCheckout,
    onSuccess: (url) => location.assign(url),
  });
  const proceed = () => {
    if (subscribed) onManage();
    else if (chosen === 'maker' || chosen === 'pro') checkout.mutate({ plan: chosen, method });
  };
  const target = choices.find(({ id }) => id === chosen);
  return (
    <Dialog
      title={t`Change plan`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" busy={checkout.isPending || checkout.isSuccess} onClick={proceed}>
            {subscribed ? t`Manage subscription` : t`Go to payment`}
          </Button>
        </>
      }
    >
      <fieldset className="change-plan">
        <legend className="sr-only">{t`New plan`}</legend>
        {choices.map((each) => (
          <Choice key={each.id} plan={each} isChosen={each.id === chosen} onChoose={() => setChosen(each.id)} />
        ))}
      </fieldset>
      {!subscribed && (
        <>
          <Segmented label={t`How to pay`} options={methods()} value={method} onChange={setMethod} />
          <p className="change-plan-effect">{methodText(method)}</p>
        </>
      )}
      {target && <p className="change-plan-effect">{effect(plan, target)}</p>}
      {checkout.isError && (
        <p className="change-plan-error" role="alert">
          {failureText(checkout.error)}
        </p>
      )}
    </Dialog>
  );
}

function Choice({ plan, isChosen, onChoose }: { plan: Plan; isChosen: boolean; onChoose: () => void }) {
  const { devices, storedIntervalMs, rawDays } = plan.limits;
  const facts = [
    devices === null ? t`Unlimited devices` : plural(devices, { one: '# device', other: '# devices' }),
    t`every ${{ interval: formatInterval(storedIntervalMs) }}`,
    ...(rawDays === null ? [] : [t`${{ time: formatDays(rawDays) }} of history`]),
  ];
  return (
    <label className="change-plan-choice">
      <Radio name="plan" checked={isChosen} onChange={onChoose} />
      <span className="change-plan-name">
        {plan.name}
        <small>{facts.join(' · ')}</small>
      </span>
      <span className="change-plan-price">{formatPrice(plan)}</span>
    </label>
  );
}

function effect({ use }: PlanResponse, target: Plan): string {
  const devices = use.find(({ limit }) => limit === 'devices')?.used ?? 0;
  const deviceLimit = target.limits.devices;
  if (deviceLimit !== null && devices > deviceLimit) {
    return t`You have ${devices} devices, ${{ name: target.name }} allows ${deviceLimit}. You choose which ${{ surplus: devices - deviceLimit }} to pause. Nothing is deleted.`;
  }
  return t`All your devices fit. You can change or end the plan every month.`;
}
