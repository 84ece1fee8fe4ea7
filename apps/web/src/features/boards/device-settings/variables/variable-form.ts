import type { VariableSettings, VariableSetUp } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { storableNumber } from './storable-number.ts';

/** A variable's look as it is typed. */
export type VariableForm = {
  label: string;
  unit: string;
  hue: number;
  /** A digit, or `auto`. */
  decimals: string;
  min: string;
  max: string;
};

/** What the fields hold at first: what is shown now. */
export function formOf({ settings, usual }: Pick<VariableSetUp, 'settings' | 'usual'>): VariableForm {
  return {
    label: settings.label ?? usual.label,
    unit: settings.unit ?? usual.unit,
    hue: settings.hue ?? usual.hue,
    decimals: settings.decimals === null ? 'auto' : String(settings.decimals),
    min: settings.range === null ? '' : String(settings.range.min),
    max: settings.range === null ? '' : String(settings.range.max),
  };
}

/** As it is stored: defaults stay defaults, also when they change. */
export function settingsOf(form: VariableForm, usual: VariableSetUp['usual']): VariableSettings {
  const label = form.label.trim();
  const unit = form.unit.trim();
  const [min, max] = [storableNumber(form.min), storableNumber(form.max)];
  return {
    label: label === '' || label === usual.label ? null : label,
    unit: unit === usual.unit ? null : unit,
    hue: form.hue === usual.hue ? null : form.hue,
    decimals: form.decimals === 'auto' ? null : Number(form.decimals),
    range: min === null || max === null ? null : { min, max },
  };
}

/** Why the range cannot be stored, as a sentence; null: it can. */
export function rangeProblem({ min, max }: Pick<VariableForm, 'min' | 'max'>): string | null {
  const empty = [min, max].filter((typed) => typed.trim() === '').length;
  if (empty > 0) return empty === 1 ? t`Enter two numbers, or leave both empty.` : null;
  const [low, high] = [storableNumber(min), storableNumber(max)];
  if (low === null || high === null) return t`Enter numbers, such as 1000 or 21.5.`;
  return low < high ? null : t`The maximum must be above the minimum.`;
}

/** True where nothing differs from the defaults. */
export const isUsual = (settings: VariableSettings): boolean =>
  Object.values(settings).every((value) => value === null);
