import type { CheckoutRequest, Plan, PlanResponse } from '@cyno/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import './change-plan-dialog.css';
import { startCheckout } from './plan-calls.ts';
import { formatDays, formatInterval, formatPrice } from './plan-texts.ts';

const methods = [
  { id: 'card', label: 'Card' },
  { id: 'promptpay', label: 'PromptPay' },
] as const;

const methodLabels = {
  card: 'The card is charged each month until you end the plan.',
  promptpay: 'You get an invoice each month and pay it with PromptPay; nothing is taken by itself.',
};

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
      title="Change plan"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={checkout.isPending || checkout.isSuccess} onClick={proceed}>
            {subscribed ? 'Go to the subscription' : 'Go to payment'}
          </Button>
        </>
      }
    >
      <fieldset className="change-plan">
        <legend className="sr-only">The plan to change to</legend>
        {choices.map((each) => (
          <Choice key={each.id} plan={each} isChosen={each.id === chosen} onChoose={() => setChosen(each.id)} />
        ))}
      </fieldset>
      {!subscribed && (
        <>
          <Segmented label="How to pay" options={methods} value={method} onChange={setMethod} />
          <p className="change-plan-effect">{methodLabels[method]}</p>
        </>
      )}
      {target && <p className="change-plan-effect">{effect(plan, target)}</p>}
      {checkout.isError && (
        <p className="change-plan-error" role="alert">
          {checkout.error.message}
        </p>
      )}
    </Dialog>
  );
}

function Choice({ plan, isChosen, onChoose }: { plan: Plan; isChosen: boolean; onChoose: () => void }) {
  const { devices, storedIntervalMs, rawDays } = plan.limits;
  return (
    <label className="change-plan-choice">
      <input type="radio" name="plan" checked={isChosen} onChange={onChoose} />
      <span className="change-plan-name">
        {plan.name}
        <small>
          {devices} devices, every {formatInterval(storedIntervalMs)}
          {rawDays !== null && `, ${formatDays(rawDays)} of history`}
        </small>
      </span>
      <span className="change-plan-price">{formatPrice(plan)}</span>
    </label>
  );
}

function effect({ use }: PlanResponse, target: Plan): string {
  const devices = use.find(({ limit }) => limit === 'devices')?.used ?? 0;
  const deviceLimit = target.limits.devices;
  if (deviceLimit !== null && devices > deviceLimit) {
    return `You have ${devices} devices and ${target.name} has room for ${deviceLimit}: ${devices - deviceLimit} would be paused, and you choose which. Nothing is deleted.`;
  }
  return 'Everything that you have fits. It can be changed or ended every month.';
}
