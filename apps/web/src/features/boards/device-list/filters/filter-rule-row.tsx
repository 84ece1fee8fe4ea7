import { t } from '@lingui/core/macro';
import { IconX } from '@tabler/icons-react';
import { dateLocale } from '../../../../lib/format/display-settings.ts';
import { typedNumber } from '../../../../lib/format/typed-number.ts';
import { IconButton } from '../../../../ui/buttons/button.tsx';
import { DateField } from '../../../../ui/fields/date-field.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { Checkbox } from '../../../../ui/fields/mark.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import type { DeviceColumn } from '../device-columns.ts';
import { type FilterRule, modesFor } from './filter-match.ts';
import { modeLabel } from './rule-texts.ts';

type FilterRuleRowProps = {
  columns: readonly DeviceColumn[];
  rule: FilterRule;
  onChange: (rule: FilterRule) => void;
  onRemove: () => void;
};

/** One condition: column, match mode, and the value or values to compare with. */
export function FilterRuleRow({ columns, rule, onChange, onRemove }: FilterRuleRowProps) {
  const column = columns.find((one) => one.id === rule.column);
  const chooseColumn = (id: string) => {
    const next = columns.find((one) => one.id === id);
    if (next === undefined) return;
    const modes = modesFor(next.kind);
    const mode = modes.includes(rule.mode) ? rule.mode : (modes[0] ?? rule.mode);
    onChange({ column: id, mode, values: next.kind === column?.kind && next.kind !== 'choice' ? rule.values : [''] });
  };
  return (
    <fieldset className="filter-rule" aria-label={t`Condition`}>
      <SelectField
        label={t`Column`}
        hideLabel
        options={columns.map(({ id, label }) => ({ id, label }))}
        value={rule.column}
        onChange={chooseColumn}
      />
      <SelectField
        label={t`Match`}
        hideLabel
        options={modesFor(column?.kind ?? 'text').map((mode) => ({ id: mode, label: modeLabel(mode) }))}
        value={rule.mode}
        onChange={(mode) => onChange({ ...rule, mode })}
      />
      <div className="filter-values">
        {column && <RuleValues column={column} rule={rule} onChange={(values) => onChange({ ...rule, values })} />}
      </div>
      <IconButton label={t`Remove condition`} icon={IconX} onClick={onRemove} />
    </fieldset>
  );
}

type RuleValuesProps = { column: DeviceColumn; rule: FilterRule; onChange: (values: string[]) => void };

function RuleValues({ column, rule, onChange }: RuleValuesProps) {
  const [first = '', second = ''] = rule.values;
  if (column.kind === 'choice') return <ChoiceValues column={column} rule={rule} onChange={onChange} />;
  if (column.kind === 'date') {
    return (
      <DateField label={t`Day`} hideLabel locale={dateLocale()} value={first} onChange={(day) => onChange([day])} />
    );
  }
  const input = {
    hideLabel: true,
    placeholder: column.unit,
  };
  const problemOf = (typed: readonly string[]) =>
    column.kind === 'number' && typed.some((value) => value.trim() !== '' && Number.isNaN(typedNumber(value)))
      ? t`Type a number, such as 1000 or 21.5.`
      : null;
  if (rule.mode === 'between') {
    return (
      <>
        <TextField
          {...input}
          label={t`From`}
          value={first}
          error={problemOf([first])}
          onChange={(event) => onChange([event.target.value, second])}
        />
        <span className="muted">{t`and`}</span>
        <TextField
          {...input}
          label={t`To`}
          value={second}
          error={problemOf([second])}
          onChange={(event) => onChange([first, event.target.value])}
        />
      </>
    );
  }
  const isList = rule.mode === 'in';
  return (
    <TextField
      {...input}
      label={t`Value`}
      placeholder={isList ? t`One, two, three` : input.placeholder}
      value={isList ? rule.values.join(',') : first}
      error={problemOf(isList ? rule.values : [first])}
      onChange={({ target }) => onChange(isList ? target.value.split(',') : [target.value])}
    />
  );
}

function ChoiceValues({ column, rule, onChange }: RuleValuesProps) {
  if (rule.mode !== 'in') {
    return (
      <SelectField
        label={t`Value`}
        hideLabel
        options={column.choices}
        value={rule.values[0] || null}
        onChange={(choice) => onChange([choice])}
      />
    );
  }
  return column.choices.map(({ id, label }) => (
    <label key={id} className="filter-check">
      <Checkbox
        checked={rule.values.includes(id)}
        onChange={({ target }) =>
          onChange(target.checked ? [...rule.values, id] : rule.values.filter((value) => value !== id))
        }
      />
      {label}
    </label>
  ));
}
