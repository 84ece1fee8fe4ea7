import type { VariableSettings, VariableSetUp } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { typedNumber } from './typed-number.ts';

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
  const [min, max] = [typedNumber(form.min), typedNumber(form.max)];
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
  if (min.trim() === '' && max.trim() === '') return null;
  const [low, high] = [typedNumber(min), typedNumber(max)];
  if (low === null || high === null) return t`Enter two numbers, or leave both empty.`;
  return low < high ? null : t`The maximum must be above the minimum.`;
}

/** True where nothing differs from the defaults. */
export const isUsual = (settings: VariableSettings): boolean =>
  Object.values(settings).every((value) => value === null);
