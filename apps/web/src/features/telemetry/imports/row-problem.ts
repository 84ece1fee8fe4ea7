import { plural, t } from '@lingui/core/macro';

/** The server's sentences about lines of a file, which have names and cells in them. */
const patterns: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
  [/^The time is missing\.$/, () => t`The time is missing.`],
  [/^"(.*)" is not a time as chosen\.$/s, (cell) => t`“${cell}” is not a time in the chosen format.`],
  [/^The time is in the future\.$/, () => t`The time is in the future.`],
  [/^The time is before the year 2000\.$/, () => t`The time is before the year 2000.`],
  [
    /^Older than the (\d+) days that the plan keeps\.$/,
    (days) => plural({ days: Number(days) }, { other: 'Older than the # days that your plan stores.' }),
  ],
  [
    /^Of this time only averages are stored\.$/,
    () => t`Only averages of this time are stored, because an earlier limit removed its messages.`,
  ],
  [
    /^"(.+)" is kept for (\d+) days? only, and this is older\..*$/,
    (key, days) =>
      plural(
        { days: Number(days) },
        {
          one: `“${key}” is stored for # day only, and this is older. Leave the column out to import the others.`,
          other: `“${key}” is stored for # days only, and this is older. Leave the column out to import the others.`,
        },
      ),
  ],
  [/^(.+): "(.*)" is neither on nor off\.$/s, (key, cell) => t`${key}: “${cell}” is neither on nor off.`],
  [/^(.+): "(.*)" is not a number\.$/s, (key, cell) => t`${key}: “${cell}” is not a number.`],
  [
    /^The import stopped: the device was handed over, .*$/,
    () =>
      t`The import stopped: the device was transferred, deleted or paused, or you can no longer manage it. What came in until then stays.`,
  ],
  [
    /^The server stopped while the file was being imported\..*$/,
    () => t`The server stopped during the import. What came in until then stays. Resume to add the rest.`,
  ],
  [/^"(.+)" is a number out of range\.$/, (key) => t`“${key}” is a number out of range.`],
  [
    /^The text of "(.+)" is longer than (\d+) characters\.$/,
    (key, max) => t`The text of “${key}” is longer than ${max} characters.`,
  ],
  [
    /^The text of "(.+)" has characters that cannot be stored\.$/,
    (key) => t`The text of “${key}” has characters that cannot be stored.`,
  ],
  [
    /^The database did not take all of it\. .*$/,
    () => t`The database did not store all of it. Resume when it is back; what is stored stays.`,
  ],
];

/** Why a line is refused, or an import stopped, in the language of the page; a sentence of another version stays as it comes. */
export function rowProblem(text: string): string {
  for (const [pattern, write] of patterns) {
    const found = pattern.exec(text);
    if (found) return write(...found.slice(1));
  }
  return text;
}
