/** As Excel limits the name of a sheet. */
const maxChars = 31;

/**
 * The names of a workbook's sheets as Excel takes them: at most 31 characters, none of `[]:*?/\`, no apostrophe at either end, not
 * "History" (which Excel keeps for itself), and no two alike in any case.
 */
export class SheetNames {
  readonly taken: string[] = [];

  /** The name that a sheet gets; a number makes it unlike the others. */
  take(wanted: string): string {
    const base = clean(wanted);
    for (let number = 1; ; number += 1) {
      const ending = number === 1 ? '' : ` ${number}`;
      const name = clean(base.slice(0, maxChars - ending.length)) + ending;
      if (this.taken.some((other) => other.toLowerCase() === name.toLowerCase())) continue;
      this.taken.push(name);
      return name;
    }
  }
}

function clean(wanted: string): string {
  const name = wanted
    .replaceAll(/[[\]:*?/\\\p{Cc}]/gu, '_')
    .slice(0, maxChars)
    .toWellFormed()
    .replaceAll(/^['\s]+|['\s]+$/g, '');
  return name === '' || name.toLowerCase() === 'history' ? `${name}_` : name;
}
