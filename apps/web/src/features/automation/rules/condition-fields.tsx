import type { Comparison, Device, DeviceVariable } from '@cyno/contract';
import { IconPlus, IconX } from '@tabler/icons-react';
import { formatValue } from '../../../lib/format/format.ts';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import type { ConditionDraft } from '../definitions/index.ts';
import { canRelease, comparisonText, Line, NumberBox, releaseSide, useValueNow } from '../definitions/index.ts';

const comparisons = (['>', '>=', '<', '<=', '==', '!='] as const satisfies readonly Comparison[]).map((id) => ({
  id,
  label: comparisonText(id),
}));
const states = [
  { id: '1', label: 'is on' },
  { id: '0', label: 'is off' },
] as const;

/** Numbers, and what is on or off, can be compared; texts cannot. */
export const watchable = ({ value }: DeviceVariable): boolean => typeof value !== 'string';

/** A condition on a variable, with a limit near its present value. */
export function conditionOn(id: number, espid: string, variable: DeviceVariable | undefined): ConditionDraft {
  const { key = '', value = null } = variable ?? {};
  if (typeof value === 'boolean') return { id, espid, key, comparison: '==', threshold: '1', release: null };
  const threshold = typeof value === 'number' ? String(Math.round(value)) : '';
  return { id, espid, key, comparison: '>', threshold, release: null };
}

type ConditionFieldsProps = {
  /** The devices whose values can be watched. */
  devices: readonly Device[];
  condition: ConditionDraft;
  /** What stands in front of it: `When`, `and either`, `or`. */
  word: string;
  problem: string | undefined;
  /** It is looked at once, so that there is nothing that it could hold until. */
  isMomentary?: boolean;
  onChange: (condition: ConditionDraft) => void;
  onRemove: (() => void) | undefined;
};

/** One condition of a rule: whose value, and which limit it must pass. */
export function ConditionFields(props: ConditionFieldsProps) {
  const { devices, condition, word, problem, isMomentary = false, onChange, onRemove } = props;
  const { id, espid, key } = condition;
  const device = devices.find((each) => each.espid === espid);
  const variables = device?.variables.filter(watchable) ?? [];
  const variable = variables.find((each) => each.key === key);
  const now = useValueNow({ espid, key });
  const choices = variables.map(({ key: name, label, value, unit, decimals }) => ({
    id: name,
    label,
    detail: `${formatValue(value, decimals)} ${unit}`.trim(),
  }));
  if (key !== '' && !variable) choices.unshift({ id: key, label: key, detail: 'no value' });
  return (
    <Line
      label={word.startsWith('When') ? 'Condition' : 'Further condition'}
      problem={problem}
      hint={now === null ? null : `It is ${now} now.`}
      onRemove={onRemove}
      removeLabel="Leave out this condition"
    >
      <span>{word}</span>
      <SelectField
        label="Watched value"
        hideLabel
        placeholder="Choose a value"
        options={choices}
        value={key || null}
        onChange={(name) =>
          onChange(
            conditionOn(
              id,
              espid,
              variables.find((each) => each.key === name),
            ),
          )
        }
      />
      {devices.length > 1 && (
        <>
          <span>of</span>
          <SelectField
            label="Device"
            hideLabel
            options={devices.map((each) => ({ id: each.espid, label: each.name }))}
            value={espid}
            onChange={(chosen) =>
              onChange(
                conditionOn(id, chosen, devices.find((each) => each.espid === chosen)?.variables.find(watchable)),
              )
            }
          />
        </>
      )}
      <Limit condition={condition} variable={variable} isMomentary={isMomentary} onChange={onChange} />
    </Line>
  );
}

type LimitProps = Pick<ConditionFieldsProps, 'condition' | 'onChange'> & {
  variable: DeviceVariable | undefined;
  isMomentary: boolean;
};

/** Which limit the value must pass, and until when the condition then holds. */
function Limit({ condition, variable, isMomentary, onChange }: LimitProps) {
  const { comparison, threshold, release } = condition;
  if (typeof variable?.value === 'boolean') {
    const isOn = (threshold === '1') === (comparison === '==');
    return (
      <SelectField
        label="State"
        hideLabel
        options={states}
        value={isOn ? '1' : '0'}
        onChange={(state) => onChange({ ...condition, comparison: '==', threshold: state, release: null })}
      />
    );
  }
  const unit = variable?.unit && <span>{variable.unit}</span>;
  return (
    <>
      <SelectField
        label="Comparison"
        hideLabel
        options={comparisons}
        value={comparison}
        onChange={(next) => onChange({ ...condition, comparison: next })}
      />
      <NumberBox label="Limit" value={threshold} onChange={(next) => onChange({ ...condition, threshold: next })} />
      {unit}
      {!isMomentary &&
        canRelease(comparison) &&
        (release === null ? (
          <Button size="small" variant="ghost" icon={IconPlus} onClick={() => onChange({ ...condition, release: '' })}>
            until it is {releaseSide(comparison)}
          </Button>
        ) : (
          <span className="line-more">
            <span>until it is {releaseSide(comparison)}</span>
            <NumberBox
              label={`Until it is ${releaseSide(comparison)}`}
              value={release}
              onChange={(next) => onChange({ ...condition, release: next })}
            />
            {unit}
            <IconButton
              label="Leave out until when"
              icon={IconX}
              size="small"
              onClick={() => onChange({ ...condition, release: null })}
            />
          </span>
        ))}
    </>
  );
}
