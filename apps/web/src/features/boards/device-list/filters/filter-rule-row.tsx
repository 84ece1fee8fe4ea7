import { IconX } from '@tabler/icons-react';
import { dateLocale } from '../../../../lib/format/display-settings.ts';
import { IconButton } from '../../../../ui/buttons/button.tsx';
import { DateField } from '../../../../ui/fields/date-field.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import type { DeviceColumn } from '../device-columns.ts';
import { type FilterRule, modeLabel, modesFor } from './filter-match.ts';

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
    <fieldset className="filter-rule" aria-label="Condition">
      <SelectField
        label="Column"
        hideLabel
        options={columns.map(({ id, label }) => ({ id, label }))}
        value={rule.column}
        onChange={chooseColumn}
      />
      <SelectField
        label="Match"
        hideLabel
        options={modesFor(column?.kind ?? 'text').map((mode) => ({ id: mode, label: modeLabel(mode) }))}
        value={rule.mode}
        onChange={(mode) => onChange({ ...rule, mode })}
      />
      <div className="filter-values">
        {column && <RuleValues column={column} rule={rule} onChange={(values) => onChange({ ...rule, values })} />}
      </div>
      <IconButton label="Remove this condition" icon={IconX} onClick={onRemove} />
    </fieldset>
  );
}

type RuleValuesProps = { column: DeviceColumn; rule: FilterRule; onChange: (values: string[]) => void };

function RuleValues({ column, rule, onChange }: RuleValuesProps) {
  const [first = '', second = ''] = rule.values;
  if (column.kind === 'choice') return <ChoiceValues column={column} rule={rule} onChange={onChange} />;
  if (column.kind === 'date') {
    return <DateField label="Day" hideLabel locale={dateLocale()} value={first} onChange={(day) => onChange([day])} />;
  }
  const input = {
    hideLabel: true,
    inputMode: column.kind === 'number' ? ('decimal' as const) : undefined,
    placeholder: column.unit,
  };
  if (rule.mode === 'between') {
    return (
      <>
        <TextField {...input} label="From" value={first} onChange={(event) => onChange([event.target.value, second])} />
        <span className="muted">and</span>
        <TextField {...input} label="To" value={second} onChange={(event) => onChange([first, event.target.value])} />
      </>
    );
  }
  const isList = rule.mode === 'in';
  return (
    <TextField
      {...input}
      label="Value"
      placeholder={isList ? 'One, two, three' : input.placeholder}
      value={isList ? rule.values.join(',') : first}
      onChange={({ target }) => onChange(isList ? target.value.split(',') : [target.value])}
    />
  );
}

function ChoiceValues({ column, rule, onChange }: RuleValuesProps) {
  if (rule.mode !== 'in') {
    return (
      <SelectField
        label="Value"
        hideLabel
        options={column.choices.map((choice) => ({ id: choice, label: choice }))}
        value={rule.values[0] || null}
        onChange={(choice) => onChange([choice])}
      />
    );
  }
  return column.choices.map((choice) => (
    <label key={choice} className="filter-check">
      <input
        type="checkbox"
        checked={rule.values.includes(choice)}
        onChange={({ target }) =>
          onChange(target.checked ? [...rule.values, choice] : rule.values.filter((value) => value !== choice))
        }
      />
      {choice}
    </label>
  ));
}
