import type { Device, DeviceVariable, WidgetContent } from '@cyno/contract';
import { formatValue } from '../../lib/format.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { isMeasured } from './widget-kinds.ts';

const worth = ({ value, unit, decimals }: DeviceVariable) =>
  value === null ? 'no value yet' : `${formatValue(value, decimals)} ${unit}`.trim();

/** The variables that fit, and those that are chosen although the board has not sent them yet. */
function choicesOf(variables: readonly DeviceVariable[], chosen: readonly string[]) {
  const known = variables.map((variable) => ({ id: variable.key, label: variable.label, detail: worth(variable) }));
  const unknown = chosen.filter((key) => key !== '' && !variables.some((variable) => variable.key === key));
  return [...known, ...unknown.map((key) => ({ id: key, label: key, detail: 'nothing received yet' }))];
}

type VariableFieldProps = {
  device: Device;
  content: Extract<WidgetContent, { key: string }>;
  onChange: (variable: DeviceVariable | undefined, key: string) => void;
};

/** Which value of the board a widget shows, each with what it is now. */
export function VariableField({ device, content: { type, key }, onChange }: VariableFieldProps) {
  const fitting = device.variables.filter((variable) => type === 'value' || isMeasured(variable));
  const options = choicesOf(fitting, [key]);
  if (options.length === 0) return <NothingYet />;
  return (
    <SelectField
      label="Value of the board"
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

const most = { chart: 8, table: 20 };

type VariablesFieldProps = {
  device: Device;
  content: Extract<WidgetContent, { keys: string[] }>;
  onChange: (keys: string[]) => void;
};

/** Which values of the board a chart draws or a table lists. */
export function VariablesField({ device, content: { type, keys }, onChange }: VariablesFieldProps) {
  const fitting = device.variables.filter((variable) => type === 'table' || isMeasured(variable));
  const options = choicesOf(fitting, keys);
  if (options.length === 0) return <NothingYet />;
  return (
    <fieldset className="editor-checks">
      <legend>Values of the board, at most {most[type]}</legend>
      {options.map(({ id, label, detail }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={keys.includes(id)}
            disabled={keys.length >= most[type] && !keys.includes(id)}
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

function NothingYet() {
  return <p className="editor-remark">The board has not sent any values yet. They are offered here once it does.</p>;
}
