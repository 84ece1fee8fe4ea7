import type { Comparison, Device, DeviceGroup, DeviceVariable } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconPlus, IconX } from '@tabler/icons-react';
import { formatValue } from '../../../lib/format/format.ts';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import type { DevicesDraft, LastValue, ValueDraft } from '../definitions/index.ts';
import { canRelease, Line, NumberBox, releaseSide, unknownDeviceName, useLastValue } from '../definitions/index.ts';
import { DevicesFields, DevicesList } from './devices-fields.tsx';

const comparisons = (): readonly { id: Comparison; label: string }[] => [
  { id: '>', label: t`is above` },
  { id: '>=', label: t`is at least` },
  { id: '<', label: t`is below` },
  { id: '<=', label: t`is at most` },
  { id: '==', label: t`is exactly` },
  { id: '!=', label: t`is not` },
];
const states = () => [
  { id: '1', label: t`is on` },
  { id: '0', label: t`is off` },
];

/** What stands in front of a condition (`When`, `and either`, `or`), and whether the rule begins with it. */
export type Lead = { text: string; isFirst: boolean };

/** Numbers, and what is on or off, can be compared; texts cannot. */
export const watchable = ({ value }: DeviceVariable): boolean => typeof value !== 'string';

/** A condition on a variable, with a limit near its present value. */
export function conditionOn(id: number, espid: string, variable: DeviceVariable | undefined): ValueDraft {
  const { key = '', value = null } = variable ?? {};
  if (typeof value === 'boolean') return { id, espid, key, comparison: '==', threshold: '1', release: null };
  const threshold = typeof value === 'number' ? String(Math.round(value)) : '';
  return { id, espid, key, comparison: '>', threshold, release: null };
}

type ConditionFieldsProps = {
  /** The devices whose values can be watched. */
  devices: readonly Device[];
  /** What else devices are found by; null: by nothing, since only their owner may. */
  groups: readonly DeviceGroup[] | null;
  condition: ValueDraft | DevicesDraft;
  lead: Lead;
  problem: string | undefined;
  /** It is looked at once, so that there is nothing that it could hold until. */
  isMomentary: boolean;
  onChange: (condition: ValueDraft | DevicesDraft) => void;
  onRemove: (() => void) | undefined;
};

/** Choices in the place of a device; ids of devices have no colon. */
const several = () => [
  { id: ':any', label: t`any of several devices` },
  { id: ':all', label: t`every one of several devices` },
];

const lastValueHint = ({ value, age }: LastValue): string =>
  age === null ? t`It is ${{ now: value }} now.` : t`It was ${value} ${age}.`;

/** One condition of a rule: whose value, and which limit it must pass. */
export function ConditionFields(props: ConditionFieldsProps) {
  const { devices, groups, condition, lead, problem, isMomentary, onChange, onRemove } = props;
  const { id, key } = condition;
  const espid = condition.kind === 'devices' ? null : condition.espid;
  const isUnknown = espid !== null && !devices.some((each) => each.espid === espid);
  const variables = variablesOf(espid === null ? devices : devices.filter((each) => each.espid === espid));
  const variable = variables.find((each) => each.key === key);
  const last = useLastValue({ espid: espid ?? '', key });
  const choices = variables.map(({ key: name, label, value, unit, decimals }) => ({
    id: name,
    label,
    detail: espid === null ? unit : `${formatValue(value, decimals)} ${unit}`.trim(),
  }));
  if (key !== '' && !variable) choices.unshift({ id: key, label: key, detail: t`no value` });
  const chooseKey = (name: string) => {
    const chosen = variables.find((each) => each.key === name);
    const next = conditionOn(id, espid ?? '', chosen);
    const { comparison, threshold, release } = next;
    onChange(condition.kind === 'devices' ? { ...condition, key: name, comparison, threshold, release } : next);
  };
  const chooseDevice = (chosen: string) => {
    const match: DevicesDraft['match'] | null = chosen === ':any' ? 'any' : chosen === ':all' ? 'all' : null;
    if (match === null) {
      const device = devices.find((each) => each.espid === chosen);
      const same = device?.variables.find((each) => each.key === key && watchable(each));
      if (same) onChange({ ...limitOf(condition), kind: undefined, id, key, espid: chosen });
      else onChange(conditionOn(id, chosen, device?.variables.find(watchable)));
    } else if (condition.kind === 'devices') onChange({ ...condition, match });
    else onChange({ ...limitOf(condition), kind: 'devices', id, key, match, scope: { kind: 'all' } });
  };
  return (
    <Line
      label={lead.isFirst ? t`Condition` : t`Further condition`}
      problem={problem}
      hint={last === null || espid === null ? null : lastValueHint(last)}
      onRemove={onRemove}
      removeLabel={t`Remove this condition`}
    >
      <span>{lead.text}</span>
      <SelectField
        label={t`Watched value`}
        hideLabel
        placeholder={t`Choose a value`}
        options={choices}
        value={key || null}
        onChange={chooseKey}
      />
      {(devices.length > 1 || isUnknown) && (
        <>
          <span>{t`of`}</span>
          <SelectField
            label={t`Device`}
            hideLabel
            options={[
              ...devices.map((each) => ({ id: each.espid, label: each.name })),
              ...(isUnknown ? [{ id: espid, label: unknownDeviceName(espid) }] : []),
              ...several(),
            ]}
            value={condition.kind === 'devices' ? `:${condition.match}` : condition.espid}
            onChange={chooseDevice}
          />
        </>
      )}
      {condition.kind === 'devices' && (
        <DevicesFields devices={devices} groups={groups} condition={condition} onChange={onChange} />
      )}
      <Limit condition={condition} variable={variable} isMomentary={isMomentary} onChange={onChange} />
      {condition.kind === 'devices' && <DevicesList devices={devices} condition={condition} onChange={onChange} />}
    </Line>
  );
}

const limitOf = ({ comparison, threshold, release }: ValueDraft | DevicesDraft) => ({ comparison, threshold, release });

/** Each variable once, as the first of the devices has it. */
function variablesOf(devices: readonly Device[]): DeviceVariable[] {
  const all = devices.flatMap(({ variables }) => variables.filter(watchable));
  return all.filter(({ key }, index) => all.findIndex((other) => other.key === key) === index);
}

type LimitProps = {
  condition: ValueDraft | DevicesDraft;
  onChange: (condition: ValueDraft | DevicesDraft) => void;
  variable: DeviceVariable | undefined;
  isMomentary: boolean;
};

/** Which limit the value must pass, and until when the condition then holds. */
function Limit({ condition, variable, isMomentary, onChange }: LimitProps) {
  const { comparison, threshold, release } = condition;
  const isState = comparison === '==' || comparison === '!=';
  if (typeof variable?.value === 'boolean' && isState) {
    const isOn = (threshold === '1') === (comparison === '==');
    return (
      <SelectField
        label={t`State`}
        hideLabel
        options={states()}
        value={isOn ? '1' : '0'}
        onChange={(state) => onChange({ ...condition, comparison: '==', threshold: state, release: null })}
      />
    );
  }
  const unit = variable?.unit && <span>{variable.unit}</span>;
  const until =
    releaseSide(comparison) === 'above'
      ? { add: t`until it is above`, label: t`Until it is above` }
      : { add: t`until it is below`, label: t`Until it is below` };
  return (
    <>
      <SelectField
        label={t`Comparison`}
        hideLabel
        options={comparisons()}
        value={comparison}
        onChange={(next) => onChange({ ...condition, comparison: next })}
      />
      <span className="line-figure">
        <NumberBox
          label={t`Limit`}
          isSigned
          value={threshold}
          onChange={(next) => onChange({ ...condition, threshold: next })}
        />
        {unit}
      </span>
      {!isMomentary &&
        canRelease(comparison) &&
        (release === null ? (
          <Button size="small" variant="ghost" icon={IconPlus} onClick={() => onChange({ ...condition, release: '' })}>
            {until.add}
          </Button>
        ) : (
          <span className="line-more">
            <span>{until.add}</span>
            <NumberBox
              label={until.label}
              isSigned
              value={release}
              onChange={(next) => onChange({ ...condition, release: next })}
            />
            {unit}
            <IconButton
              label={t`Remove the second limit`}
              icon={IconX}
              size="small"
              onClick={() => onChange({ ...condition, release: null })}
            />
          </span>
        ))}
    </>
  );
}
