import type { DeviceVariable, VariableSettings, VariableSetUp } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type SubmitEvent, useId, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { variableKind } from '../../../../lib/format/variable-kind.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { HuePicker } from '../../../../ui/fields/hue-picker.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { useSetUpVariable } from './variable-calls.ts';
import './variable-dialog.css';
import { VariableAppearance } from './variable-appearance.tsx';
import { formOf, isUsual, rangeProblem, settingsOf, type VariableForm } from './variable-form.ts';

const decimalChoices = ['auto', '0', '1', '2', '3', '4', '5', '6'];
const asUsual: VariableSettings = { label: null, unit: null, hue: null, decimals: null, range: null };

type VariableDialogProps = {
  espid: string;
  variable: DeviceVariable;
  setUp: VariableSetUp;
  onClose: () => void;
  /** The menu chose not to show it any more; null: it cannot be taken out of the lists. */
  onForget: (() => void) | null;
};

/** How a variable is shown: name, unit, colour, decimals and range, with the newest value as it will look. */
export function VariableDialog({ espid, variable, setUp, onClose, onForget }: VariableDialogProps) {
  const formId = useId();
  const [form, setForm] = useState(() => formOf(setUp));
  const save = useSetUpVariable(espid);
  const change = (part: Partial<VariableForm>) => setForm({ ...form, ...part });
  const isNumber = variableKind(variable) === 'number';
  const settings = settingsOf(form, setUp.usual);
  const problem = rangeProblem(form);
  const keep = (next: VariableSettings) => save.mutate({ key: variable.key, settings: next }, { onSuccess: onClose });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (problem === null) keep(settings);
  };
  const display = {
    label: settings.label ?? setUp.usual.label,
    unit: settings.unit ?? setUp.usual.unit,
    hue: form.hue,
    decimals: settings.decimals,
  };

  return (
    <Dialog
      title={variable.key}
      isOpen
      onClose={onClose}
      actions={
        <>
          {onForget && (
            <Button variant="ghost" onClick={onForget}>
              {t`Hide`}
            </Button>
          )}
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="primary" busy={save.isPending} disabled={problem !== null}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <form id={formId} className="variable-dialog" onSubmit={submit}>
        <div className="variable-dialog-preview">
          <VariableAppearance variable={{ ...variable, ...display }} />
          {!isUsual(setUp.settings) && (
            <Button size="small" onClick={() => keep(asUsual)}>
              {t`Reset appearance`}
            </Button>
          )}
        </div>
        <div className="variable-dialog-pair">
          <TextField
            label={t`Name`}
            maxLength={40}
            placeholder={setUp.usual.label}
            value={form.label}
            onChange={(event) => change({ label: event.currentTarget.value })}
          />
          <TextField
            label={t`Unit`}
            maxLength={12}
            value={form.unit}
            onChange={(event) => change({ unit: event.currentTarget.value })}
          />
        </div>
        <HuePicker value={form.hue} onChange={(hue) => change({ hue })} />
        {isNumber && <NumberFields form={form} problem={problem} onChange={change} />}
        {save.isError && (
          <p className="variable-dialog-error" role="alert">
            {failureText(save.error)}
          </p>
        )}
      </form>
    </Dialog>
  );
}

type NumberFieldsProps = {
  form: VariableForm;
  problem: string | null;
  onChange: (part: Partial<VariableForm>) => void;
};

function NumberFields({ form, problem, onChange }: NumberFieldsProps) {
  return (
    <>
      <SelectField
        label={t`Decimals`}
        size="large"
        options={decimalChoices.map((id) => ({ id, label: id === 'auto' ? t`Automatic` : id }))}
        value={form.decimals}
        onChange={(decimals) => onChange({ decimals })}
      />
      <div className="variable-dialog-pair variable-dialog-range">
        <TextField
          label={t`Chart minimum`}
          inputMode="text"
          maxLength={24}
          value={form.min}
          error={problem}
          onChange={(event) => onChange({ min: event.currentTarget.value })}
        />
        <TextField
          label={t`Chart maximum`}
          inputMode="text"
          maxLength={24}
          value={form.max}
          onChange={(event) => onChange({ max: event.currentTarget.value })}
        />
      </div>
      <p className="variable-dialog-note">{t`Values outside are still shown. Leave both empty for automatic.`}</p>
    </>
  );
}
