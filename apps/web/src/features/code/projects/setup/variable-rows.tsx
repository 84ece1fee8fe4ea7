import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { TextField } from '../../../../ui/fields/field.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import type { Problems } from './check-setup.ts';
import { OwnRows, withoutRow, withRow } from './own-rows.tsx';
import { newVariable, rowLimits, type VariableRow } from './setup-form.ts';

type VariableRowsProps = {
  rows: readonly VariableRow[];
  problems: Problems;
  onChange: (rows: VariableRow[]) => void;
};

const decimals = ['0', '1', '2', '3'].map((id) => ({ id, label: id }));
const units = ['°C', '%', '%RH', 'ppm', 'µg/m³', 'hPa', 'lx', 'cm', 'V', 'A', 'W', 'kWh', 'Hz', 'L', 'L/min'];

/** What the sketch measures and sends. */
export function VariableRows({ rows, problems, onChange }: VariableRowsProps) {
  const unitsId = useId();
  return (
    <>
      <OwnRows
        title={t`Variables`}
        description={t`What the board measures. The sketch sends sample numbers in this range until you add your sensor's code.`}
        removeLabel={(row) => t`Remove variable ${row}`}
        rowLabel={(row) => t`Variable ${row}`}
        addLabel={t`Add variable`}
        rows={rows}
        limit={rowLimits.variables}
        layout="variable"
        onAdd={() => onChange([...rows, newVariable(rows)])}
        onRemove={(id) => onChange(withoutRow(rows, id))}
        fields={(row, index) => (
          <VariableFields
            row={row}
            unitsId={unitsId}
            problem={(field) => problems[`variables.${index}.${field}`]}
            onChange={(patch) => onChange(withRow(rows, row.id, patch))}
          />
        )}
      />
      <datalist id={unitsId}>
        {units.map((unit) => (
          <option key={unit} value={unit} />
        ))}
      </datalist>
    </>
  );
}

type VariableFieldsProps = {
  row: VariableRow;
  unitsId: string;
  problem: (field: string) => string | undefined;
  onChange: (patch: Partial<VariableRow>) => void;
};

function VariableFields({ row, unitsId, problem, onChange }: VariableFieldsProps) {
  return (
    <>
      <TextField
        label={t`Key`}
        className="own-code"
        maxLength={16}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        value={row.key}
        error={problem('key')}
        onChange={(event) => onChange({ key: event.currentTarget.value })}
      />
      <TextField
        label={t`Name`}
        maxLength={40}
        placeholder={row.key}
        value={row.label}
        error={problem('label')}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      <TextField
        label={t`Unit`}
        maxLength={16}
        list={unitsId}
        autoComplete="off"
        value={row.unit}
        error={problem('unit')}
        onChange={(event) => onChange({ unit: event.currentTarget.value })}
      />
      <TextField
        label={t`Minimum`}
        inputMode="text"
        value={row.min}
        error={problem('min')}
        onChange={(event) => onChange({ min: event.currentTarget.value })}
      />
      <TextField
        label={t`Maximum`}
        inputMode="text"
        value={row.max}
        error={problem('max')}
        onChange={(event) => onChange({ max: event.currentTarget.value })}
      />
      <SelectField
        label={t`Decimals`}
        size="large"
        options={decimals}
        value={row.decimals}
        onChange={(id) => onChange({ decimals: id })}
      />
    </>
  );
}
