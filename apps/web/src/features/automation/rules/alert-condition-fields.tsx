import type { AlertRule, AlertStateCondition, Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { type AlertDraft, alertRuleTitle, Line } from '../definitions/index.ts';
import type { Lead } from './condition-fields.tsx';

const states = (): readonly { id: AlertStateCondition['state']; label: string }[] => [
  { id: 'active', label: t`is active` },
  { id: 'unacknowledged', label: t`is active and not acknowledged` },
  { id: 'acknowledged', label: t`is acknowledged` },
  { id: 'cleared', label: t`has cleared` },
];
/** The choice of every device that the rule is for; ids of devices have no colon. */
const anyDevice = ':any';

type AlertConditionFieldsProps = {
  devices: readonly Device[];
  rules: readonly AlertRule[];
  condition: AlertDraft;
  lead: Lead;
  problem: string | undefined;
  onChange: (condition: AlertDraft) => void;
  onRemove: (() => void) | undefined;
};

/** A condition on an alert: of which rule, what it must be, and on which device. */
export function AlertConditionFields(props: AlertConditionFieldsProps) {
  const { devices, rules, condition, lead, problem, onChange, onRemove } = props;
  const { ruleId, state, espid } = condition;
  const options = rules.map((rule) => ({ id: String(rule.id), label: alertRuleTitle(rule) }));
  if (ruleId !== null && !rules.some(({ id }) => id === ruleId)) {
    options.unshift({ id: String(ruleId), label: t`a rule that is not yours, or deleted` });
  }
  return (
    <Line
      label={lead.isFirst ? t`Condition` : t`Further condition`}
      problem={problem}
      onRemove={onRemove}
      removeLabel={t`Remove this condition`}
    >
      <span>{lead.text}</span>
      <Trans>
        the alert{' '}
        <SelectField
          label={t`Alert rule`}
          hideLabel
          placeholder={t`Choose an alert rule`}
          options={options}
          value={ruleId === null ? null : String(ruleId)}
          onChange={(id) => onChange({ ...condition, ruleId: Number(id) })}
        />{' '}
        <SelectField
          label={t`What the alert must be`}
          hideLabel
          options={states()}
          value={state}
          onChange={(next) => onChange({ ...condition, state: next })}
        />{' '}
        on{' '}
        <SelectField
          label={t`Device of the alert`}
          hideLabel
          options={[
            { id: anyDevice, label: t`any device` },
            ...devices.map((each) => ({ id: each.espid, label: each.name })),
          ]}
          value={espid ?? anyDevice}
          onChange={(id) => onChange({ ...condition, espid: id === anyDevice ? null : id })}
        />
      </Trans>
    </Line>
  );
}
