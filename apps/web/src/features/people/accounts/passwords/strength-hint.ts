import { passwordStrength } from '@cyno/contract/password';

/** What would make a password stronger, in a sentence for the line under the meter. */
export function strengthHint(password: string): string {
  const rule = 'At least 8 characters.';
  const strength = passwordStrength(password);
  if (strength === undefined) return rule;
  if (strength === 'strong') return 'Good: long enough, with lower case, upper case and a digit.';
  const missing = [
    !/[a-z]/.test(password) && 'a lower-case letter',
    !/[A-Z]/.test(password) && 'an upper-case letter',
    !/[0-9]/.test(password) && 'a digit',
  ].filter((kind) => kind !== false);
  if (missing.length === 0) return rule;
  const advice = `${missing.join(' and ')} would make it ${missing.length === 1 ? 'strong' : 'stronger'}.`;
  return `${rule} ${advice[0]?.toUpperCase()}${advice.slice(1)}`;
}
