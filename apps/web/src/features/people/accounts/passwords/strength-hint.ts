import { passwordStrength } from '@cyno/contract/password';
import { t } from '@lingui/core/macro';
import { formatList } from '../../../../lib/format/format-list.ts';

/** What would make a password stronger, in a sentence for the line under the meter. */
export function strengthHint(password: string): string {
  const rule = t`At least 8 characters.`;
  const strength = passwordStrength(password);
  if (strength === undefined) return rule;
  if (strength === 'strong') return t`Good: long enough, with lower case, upper case and a digit.`;
  const missing = [
    !/[a-z]/.test(password) && t`a lower-case letter`,
    !/[A-Z]/.test(password) && t`an upper-case letter`,
    !/[0-9]/.test(password) && t`a digit`,
  ].filter((kind) => kind !== false);
  return missing.length === 0 ? rule : `${rule} ${t`Add ${{ missing: formatList(missing) }} to make it stronger.`}`;
}
