import type { Device, DeviceVariable, WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatValue } from '../../../../../lib/format/format.ts';
import { variableKind } from '../../../../../lib/format/variable-kind.ts';
import { Checkbox } from '../../../../../ui/fields/mark.tsx';
import { SelectField } from '../../../../../ui/fields/select-field.tsx';
import { canShow } from '../../widgets/widget-kinds.ts';

const worth = ({ value, unit, decimals }: DeviceVariable) =>
  value === null ? t`no value yet` : `${formatValue(value, decimals)} ${unit}`.trim();

/** The variables that fit, and those that are chosen although the board has not sent them yet. */
function choicesOf(variables: readonly DeviceVariable[], chosen: readonly string[]) {
  const known = variables.map((variable) => ({ id: variable.key, label: variable.label, detail: worth(variable) }));
  const unknown = chosen.filter((key) => key !== '' && !variables.some((variable) => variable.key === key));
  return [...known, ...unknown.map((key) => ({ id: key, label: key, detail: t`no value yet` }))];
}

type VariableFieldProps = {
  device: Device;
  content: Extract<WidgetContent, { key: string }>;
  onChange: (variable: DeviceVariable | undefined, key: string) => void;
};

/** Which value of the board a widget shows, each with what it is now. */
export function VariableField({ device, content: { type, key }, onChange }: VariableFieldProps) {
  const fitting = device.variables.filter((variable) => canShow(type, variable));
  const options = choicesOf(fitting, [key]);
  if (options.length === 0) return <NothingYet />;
  return (
    <SelectField
      label={t`Value`}
      size="large"
      options={options}
      value={key === '' ? null : key}
      onChange={(id) =>
        onChange(
          device.variables.find((variable) => variable.key === id),
          id,
        )
      }
    />
  );
}

const limits = { chart: 8, pie: 8, states: 6, table: 20 };

type VariablesFieldProps = {
  device: Device;
  content: Extract<WidgetContent, { type: keyof typeof limits }>;
  onChange: (keys: string[]) => void;
};

/** Which values of the board a chart draws or a list holds. */
export function VariablesField({ device, content: { type, keys }, onChange }: VariablesFieldProps) {
  const fitting = device.variables.filter((variable) => canShow(type, variable));
  const options = choicesOf(fitting, keys);
  if (options.length === 0) return <NothingYet />;
  return (
    <fieldset className="editor-checks">
      <legend>{t`Values, at most ${{ count: limits[type] }}`}</legend>
      {options.map(({ id, label, detail }) => (
        <label key={id}>
          <Checkbox
            checked={keys.includes(id)}
            disabled={keys.length >= limits[type] && !keys.includes(id)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...keys, id] : keys.filter((key) => key !== id))
            }
          />
          <span>{label}</span>
          <small>{detail}</small>
        </label>
      ))}
    </fieldset>
  );
}

type OneOfProps = {
  device: Device;
  label: string;
  /** Empty: none. */
  value: string;
  /** What is offered for none; without it one must be chosen. */
  none?: string;
  onlyTexts?: boolean;
  /** Numbers and texts alike. */
  anyKind?: boolean;
  onChange: (key: string) => void;
};

/** One value of the board by what it is for, or none. */
export function OneOfField({ device, label, value, none, onlyTexts = false, anyKind = false, onChange }: OneOfProps) {
  const fitting = device.variables.filter((one) => anyKind || (variableKind(one) === 'text') === onlyTexts);
  const options = [...(none === undefined ? [] : [{ id: '', label: none }]), ...choicesOf(fitting, [value])];
  if (options.length === 0) return <NothingYet />;
  return (
    <SelectField
      label={label}
      size="large"
      options={options}
      value={value === '' && none === undefined ? null : value}
      onChange={onChange}
    />
  );
}

function NothingYet() {
  return <p className="editor-remark">{t`No values yet. They appear here once the board sends them.`}</p>;
}
