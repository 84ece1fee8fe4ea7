import { plural, t } from '@lingui/core/macro';
import type { ReasonTexts } from './reason-texts.ts';

/** Without a name where the reader may not know which device it is. */
const described = (device: string): string => (device === '' ? t`another device` : t`the device “${device}”`);

/** Of variables, formulas, imports and exports. */
export const telemetryReasons = {
  read_by_formula: ({ name }) => t`The formula of ${name} uses this variable. Change that formula first.`,
  variable_name_invalid: () => t`A variable needs a name of 1 to 32 letters, digits or signs.`,
  variable_of_board: ({ key }) => t`The board already sends “${key}”. Choose another name.`,
  variable_hidden: ({ key }) => t`“${key}” is a hidden variable that has values. Choose another name.`,
  too_many_formulas_across: ({ max }) =>
    plural(max, { other: 'At most # formulas of an account can use other devices. Delete one first.' }),
  formula_unreadable: () => t`The formula can't be read. Write it again.`,
  formula_author_lost: ({ device }) =>
    t`Its author can no longer view ${described(device)}. Save the formula again to continue with your own rights.`,
  formula_input_gone: ({ device }) =>
    t`It reads ${described(device)}, which was deleted or now belongs to another account. Change the formula.`,
  formula_variable_gone: ({ key }) => t`It reads “${key}”, which its device no longer has.`,
  formula_variable_gone_of: ({ key, device }) => t`It reads “${key}”, which ${described(device)} no longer has.`,
  formula_cycle: ({ key }) => t`“${key}” would be computed from itself. Change the formula.`,
  formula_wrong: ({ character }) => t`Check the formula near character ${character}.`,
  exports_running: () => t`Two exports are already running. Try again when one is done.`,
  too_many_devices_in_file: ({ max }) =>
    plural(max, { other: 'A file holds at most # devices. Save some in another file.' }),
  file_one_column: () => t`This is not a table: its lines have only one column.`,
  file_workbook: () => t`This is a workbook or an archive. Open it in your spreadsheet program and save it as CSV.`,
  file_not_text: () => t`This file is not text. Choose a CSV file.`,
  file_empty: () => t`The file has no lines.`,
  line_too_long: ({ line }) =>
    t`Line ${line} is longer than 64 KB. Check for a missing quotation mark, and which sign separates the columns.`,
  line_quote_open: ({ line }) => t`Line ${line} has a quotation mark that is never closed.`,
  line_unreadable: ({ line }) => t`Line ${line} cannot be read. Check for a quotation mark in the wrong place.`,
  line_too_wide: ({ line, max }) => t`Line ${line} has more than ${max} cells.`,
  import_started: () => t`The import has already started.`,
  file_incomplete: () => t`The file did not arrive completely. Choose it again.`,
  imports_busy: () => t`Other files are being imported. Try again when they are done.`,
  import_not_resumable: () => t`There is no import to resume.`,
  import_running: () => t`Another import of yours is running. Try again when it is done.`,
  column_of_formula: ({ key }) => t`“${key}” is computed by a formula. Choose another variable.`,
  column_of_numbers: ({ key }) => t`“${key}” has texts, but this column has numbers. Choose another variable.`,
  column_of_texts: ({ key }) => t`“${key}” has numbers, but this column has texts. Choose another variable.`,
  too_few_places: ({ free, added }) =>
    t`This device has room for ${free} more variables, but the file has ${added} new ones. Leave some columns out.`,
  import_closed: () =>
    t`The import stopped: the device was transferred, deleted or paused, or you can no longer manage it. What came in until then stays.`,
  import_interrupted: () => t`The database did not store all of it. Resume when it is back; what is stored stays.`,
  preview_replaced: () => t`Checking the file again…`,
  previews_busy: () => t`Other files are being checked. Try again in a moment.`,
  column_twice: ({ key }) => t`Two columns go to “${key}”. Choose another variable for one of them.`,
  time_column_twice: () => t`The time column cannot be a variable too.`,
  retention_limit: ({ max }) => plural(max, { other: 'Your plan stores values for at most # days.' }),
  calibration_of_formula: () => t`Only values that a board sends can be calibrated. Change the formula.`,
  calibration_of_text: () => t`Only numbers can be calibrated.`,
  too_many_calibrations: ({ max }) =>
    plural(max, { other: 'A device stores at most # changes of calibrations. You can only remove this one.' }),
  variable_not_stored_yet: () => t`The variable is new and not stored yet. Try again in a moment.`,
  variable_computed: () => t`This variable is computed. Delete its formula instead.`,
} satisfies Partial<ReasonTexts>;
