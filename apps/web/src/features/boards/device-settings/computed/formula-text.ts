import type { FormulaProblem, FormulaReason, FormulaValues } from '@cyno/formula';
import { t } from '@lingui/core/macro';

type Texts = { [Reason in FormulaReason]: (values: FormulaValues[Reason]) => string };

/** What is wrong with a formula, in the language of the reader. */
export const formulaText = ({ reason, values }: FormulaProblem): string =>
  (texts[reason] as (values: FormulaProblem['values']) => string)(values);

const texts: Texts = {
  bracket_open: () => t`A closing bracket is missing.`,
  colon_missing: () => t`After “?” and its value, add “:” and the other value.`,
  comma_missing: () => t`A comma is missing here.`,
  dots_meaningless: () =>
    t`Dots and square brackets have no meaning here. Write value("name") for names with special characters.`,
  duration_misplaced: () => t`Durations work only in functions, such as avg(temp, 10min).`,
  duration_missing: () => t`A duration is missing here, such as 30s, 10min, 2h or 1d.`,
  duration_range: ({ days }) => t`A duration is between 1s and ${days}d.`,
  empty: () => t`Enter a formula, such as temp * 1.8 + 32.`,
  incomplete: () => t`The formula is not complete.`,
  is_function: ({ name, examples }) => t`${name} is a function: write ${examples}.`,
  meaningless: ({ text }) => t`“${text}” has no meaning here.`,
  missing_after: ({ sign }) => t`Something is missing after ${sign}.`,
  missing_after_sign: () => t`Something is missing after the sign.`,
  name_with_digit: () => t`A name cannot begin with a digit. Write a duration as 30s, 10min, 2h or 1d.`,
  no_variable_read: () => t`A formula needs at least one variable.`,
  not_a_function: () => t`Only a function can stand before a bracket.`,
  operator_missing: () => t`An operator is missing between two parts.`,
  part_meaningless: () => t`This has no meaning in a formula.`,
  quote_open: () => t`The closing quotation mark is missing.`,
  similar_function: ({ name, similar }) => t`There is no function “${name}”. Did you mean ${similar}?`,
  text_misplaced: () => t`Texts work only in value("name").`,
  too_deep: ({ max }) => t`A formula has at most ${max} levels of brackets. Split it in two.`,
  too_long: ({ max }) => t`A formula has at most ${max} characters.`,
  too_many_devices: ({ max }) => t`A formula uses at most ${max} devices.`,
  too_many_lookbacks: ({ max }) => t`A formula has at most ${max} functions that read past values. Split it in two.`,
  too_many_parts: ({ max }) => t`A formula has at most ${max} parts. Split it in two.`,
  units_differ: ({ left, leftUnit, right, rightUnit }) =>
    t`${left} is in ${leftUnit} and ${right} in ${rightUnit}. Use number(…) to remove a unit.`,
  unknown_device_variable: ({ device, name }) => t`You have no device “${device}” with a variable “${name}”.`,
  unknown_function: ({ name }) => t`There is no function “${name}”.`,
  unknown_variable: ({ name }) => t`The device has no variable “${name}”.`,
  write: ({ example }) => t`Write ${example}.`,
  write_value: () => t`Write value("name"), or value("device id", "name") for another device.`,
  wrong_argument: ({ name, needed, text, unit }) =>
    t`${name} needs another kind of value here (${needed}); ${text} is in ${unit}.`,
  wrong_unit: ({ unit, wanted }) => t`The formula gives ${unit}, which cannot become ${wanted}.`,
};
