/** Strength levels of the meter under the password field (product specification, section 5). */
export type PasswordStrength = 'weak' | 'medium' | 'strong';

/**
 * Estimates how strong a password looks: strong = lower case, upper case, a digit and at least 8 characters; medium =
 * two of these three kinds and at least 6 characters; weak otherwise; undefined when empty. It advises and never
 * refuses.
 */
export function passwordStrength(password: string): PasswordStrength | undefined {
  if (password === '') return undefined;
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/].filter((kind) => kind.test(password)).length;
  if (kinds === 3 && password.length >= 8) return 'strong';
  if (kinds >= 2 && password.length >= 6) return 'medium';
  return 'weak';
}

/** Why a password is refused. */
export type PasswordProblem = 'too_short' | 'like_address' | 'common';

/** The reasons as sentences in English. */
export const passwordProblemTexts: Readonly<Record<PasswordProblem, string>> = {
  too_short: 'Use at least 8 characters.',
  like_address: 'Use something other than your e-mail address.',
  common: 'That password is on the list of the commonest ones. Choose another.',
};

/**
 * Finds out why a password is refused, or undefined when it may be used. `isCommon` looks the lower-cased password up
 * in the list of the commonest ones, which both sides load from `common-passwords.ts` only when needed.
 */
export function passwordProblem(
  password: string,
  email: string,
  isCommon: (lowerCased: string) => boolean,
): PasswordProblem | undefined {
  if ([...password].length < 8) return 'too_short';
  const folded = password.trim().toLowerCase();
  const address = email.trim().toLowerCase();
  if (folded === address || folded === address.split('@')[0]) return 'like_address';
  if (isCommon(folded)) return 'common';
  return undefined;
}
