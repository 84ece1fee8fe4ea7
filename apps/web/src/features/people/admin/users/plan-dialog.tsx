import type { AdminPlanRequest, AdminUser, PlanState } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../lib/api/api-client.ts';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { withProof } from '../../../../lib/api/proof.ts';
import { dateLocale, displaySettings } from '../../../../lib/format/display-settings.ts';
import { liveNow } from '../../../../lib/live/live-client.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { DateField } from '../../../../ui/fields/date-field.tsx';
import { instantOf, localPartsOf } from '../../../../ui/fields/local-instant.ts';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import './action-dialog.css';
import { isRightLost } from '../admin-calls.ts';
import { noteUser } from '../admin-queries.ts';
import { useLeave } from '../use-right-lost.ts';
import { planLabel } from './user-text.ts';

const daySeconds = 86_400;

type Plan = AdminPlanRequest['plan'];

const plans = (): { id: Plan; label: string }[] =>
  (['free', 'maker', 'pro'] as const).map((id) => ({ id, label: planLabel(id) }));

/** Gives somebody a plan, for ever or until a day. */
export function PlanDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const [plan, setPlan] = useState<Plan>(user.plan === 'maker' || user.plan === 'pro' ? user.plan : 'free');
  const { timeZone } = displaySettings();
  const [day, setDay] = useState(user.planUntil === null ? '' : localPartsOf(user.planUntil, timeZone).day);
  const cache = useQueryClient();
  const toasts = useToasts();
  const leave = useLeave();
  const assign = useMutation({
    mutationFn: () => withProof(() => postPlan(user, { plan, until: endOf(day, plan) })),
    onSuccess(state) {
      if (!state) return;
      noteUser(cache, { ...user, plan: state.plan, planUntil: state.periodEnd });
      toasts.add({
        kind: 'success',
        title: t`${{ email: user.email }} now has the plan ${{ plan: planLabel(state.plan) }}.`,
      });
      onClose();
    },
    onError(error) {
      if (isRightLost(error)) leave();
    },
  });
  return (
    <Dialog
      title={t`Plan of ${{ email: user.email }}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" busy={assign.isPending} onClick={() => assign.mutate()}>
            {t`Change plan`}
          </Button>
        </>
      }
    >
      <p>{t`A smaller plan deletes nothing: it pauses the devices above its limit.`}</p>
      <div className="plan-dialog-fields">
        <SelectField label={t`Plan`} size="large" options={plans()} value={plan} onChange={setPlan} />
        {plan !== 'free' && (
          <DateField
            label={t`Last day`}
            description={t`Empty: no expiry`}
            locale={dateLocale()}
            min={localPartsOf(liveNow(), timeZone).day}
            value={day}
            onChange={setDay}
          />
        )}
      </div>
      {assign.error && (
        <p className="action-dialog-error" role="alert">
          {failureText(assign.error)}
        </p>
      )}
    </Dialog>
  );
}

const postPlan = (user: AdminUser, wanted: AdminPlanRequest): Promise<PlanState> =>
  call('POST /api/admin/users/:id/plan', { params: { id: user.id }, body: wanted });

/** The end of a day in the profile's zone; null for the free plan and for no day. */
function endOf(day: string, plan: Plan): number | null {
  const nextDay = instantOf({ day, second: daySeconds }, displaySettings().timeZone);
  return plan === 'free' || nextDay === null ? null : nextDay - 1;
}
