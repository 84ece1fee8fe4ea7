import type { AlertRule, AlertStateCondition, Device } from '@cyno/contract';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { type AlertDraft, alertRuleTitle, alertStateText, Line } from '../definitions/index.ts';

const states = (
  ['active', 'unacknowledged', 'acknowledged', 'cleared'] as const satisfies AlertStateCondition['state'][]
).map((id) => ({ id, label: alertStateText(id) }));
/** The choice of every device that the rule is for; ids of devices have no colon. */
const anyDevice = ':any';

type AlertConditionFieldsProps = {
  devices: readonly Device[];
  rules: readonly AlertRule[];
  condition: AlertDraft;
  word: string;
  problem: string | undefined;
  onChange: (condition: AlertDraft) => void;
  onRemove: (() => void) | undefined;
};

/** A condition on an alert: of which rule, what it must be, and on which device. */
export function AlertConditionFields(props: AlertConditionFieldsProps) {
  const { devices, rules, condition, word, problem, onChange, onRemove } = props;
  const { ruleId, state, espid } = condition;
  const options = rules.map((rule) => ({ id: String(rule.id), label: alertRuleTitle(rule) }));
  if (ruleId !== null && !rules.some(({ id }) => id === ruleId)) {
    options.unshift({ id: String(ruleId), label: 'a rule that is not yours, or deleted' });
  }
  return (
    <Line
      label={word.startsWith('When') ? 'Condition' : 'Further condition'}
      problem={problem}
      onRemove={onRemove}
      removeLabel="Leave out this condition"
    >
      <span>{word} the alert</span>
      <SelectField
        label="Alert rule"
        hideLabel
        placeholder="Choose an alert rule"
        options={options}
        value={ruleId === null ? null : String(ruleId)}
        onChange={(id) => onChange({ ...condition, ruleId: Number(id) })}
      />
      <SelectField
        label="What the alert must be"
        hideLabel
        options={states}
        value={state}
        onChange={(next) => onChange({ ...condition, state: next })}
      />
      <span>on</span>
      <SelectField
        label="Device of the alert"
        hideLabel
        options={[
          { id: anyDevice, label: 'any device' },
          ...devices.map((each) => ({ id: each.espid, label: each.name })),
        ]}
        value={espid ?? anyDevice}
        onChange={(id) => onChange({ ...condition, espid: id === anyDevice ? null : id })}
      />
    </Line>
  );
}
