type None = Record<never, never>;

/** What can be wrong with a formula, and the values that its sentence needs. */
export type FormulaValues = {
  bracket_open: None;
  colon_missing: None;
  comma_missing: None;
  dots_meaningless: None;
  duration_misplaced: None;
  duration_missing: None;
  duration_range: { days: number };
  empty: None;
  incomplete: None;
  is_function: { name: string; examples: string };
  meaningless: { text: string };
  missing_after: { sign: string };
  missing_after_sign: None;
  name_with_digit: None;
  no_variable_read: None;
  not_a_function: None;
  operator_missing: None;
  part_meaningless: None;
  quote_open: None;
  similar_function: { name: string; similar: string };
  text_misplaced: None;
  too_deep: { max: number };
  too_long: { max: number };
  too_many_devices: { max: number };
  too_many_lookbacks: { max: number };
  too_many_parts: { max: number };
  units_differ: { left: string; leftUnit: string; right: string; rightUnit: string };
  unknown_device_variable: { device: string; name: string };
  unknown_function: { name: string };
  unknown_variable: { name: string };
  write: { example: string };
  write_value: None;
  wrong_argument: { name: string; needed: string; text: string; unit: string };
  wrong_unit: { unit: string; wanted: string };
};
export type FormulaReason = keyof FormulaValues;

type Texts = { readonly [Reason in FormulaReason]: (values: FormulaValues[Reason]) => string };

/** The sentences in English. */
export const formulaTexts: Texts = {
  bracket_open: () => 'A closing bracket is missing.',
  colon_missing: () => 'After “?” and its value comes “:” and the other value.',
  comma_missing: () => 'A comma is missing here.',
  dots_meaningless: () =>
    'Dots and square brackets have no meaning here. Write value("name") for names with special characters.',
  duration_misplaced: () => 'A duration stands only in functions, such as avg(temp, 10min).',
  duration_missing: () => 'A duration is missing here, such as 30s, 10min, 2h or 1d.',
  duration_range: ({ days }) => `A duration is between 1s and ${days}d.`,
  empty: () => 'Write a formula, such as temp * 1.8 + 32.',
  incomplete: () => 'The formula is not complete.',
  is_function: ({ name, examples }) => `${name} is a function: write ${examples}.`,
  meaningless: ({ text }) => `“${text}” has no meaning here.`,
  missing_after: ({ sign }) => `Something is missing after ${sign}.`,
  missing_after_sign: () => 'Something is missing after the sign.',
  name_with_digit: () => 'A name does not begin with a digit. Durations are written 30s, 10min, 2h or 1d.',
  no_variable_read: () => 'A formula reads at least one variable.',
  not_a_function: () => 'Only a function can stand before a bracket.',
  operator_missing: () => 'An operator is missing between two parts.',
  part_meaningless: () => 'This has no meaning in a formula.',
  quote_open: () => 'The closing quotation mark is missing.',
  similar_function: ({ name, similar }) => `There is no function “${name}”. Did you mean ${similar}?`,
  text_misplaced: () => 'A text stands only in value("name").',
  too_deep: ({ max }) => `A formula is nested at most ${max} deep. Split it in two.`,
  too_long: ({ max }) => `A formula has at most ${max} characters.`,
  too_many_devices: ({ max }) => `A formula reads at most ${max} devices.`,
  too_many_lookbacks: ({ max }) => `A formula has at most ${max} functions that read past values. Split it in two.`,
  too_many_parts: ({ max }) => `A formula has at most ${max} parts. Split it in two.`,
  units_differ: ({ left, leftUnit, right, rightUnit }) =>
    `${left} is in ${leftUnit} and ${right} in ${rightUnit}, which do not go together. number(…) takes a unit away.`,
  unknown_device_variable: ({ device, name }) => `You have no device “${device}” with a variable “${name}”.`,
  unknown_function: ({ name }) => `There is no function “${name}”.`,
  unknown_variable: ({ name }) => `The device has no variable “${name}”.`,
  write: ({ example }) => `Write ${example}.`,
  write_value: () => 'Write value("name"), or value("device id", "name") for another device.',
  wrong_argument: ({ name, needed, text, unit }) => `${name} needs a ${needed} here, and ${text} is in ${unit}.`,
  wrong_unit: ({ unit, wanted }) => `The formula gives ${unit}, which is no ${wanted}.`,
};
