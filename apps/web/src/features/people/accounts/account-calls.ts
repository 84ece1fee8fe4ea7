import type { RetainedCredentials, SignupRequest, SignupResponse } from '@cyno/contract';
import { type PasswordProblem, passwordProblem } from '@cyno/contract/password';
import { t } from '@lingui/core/macro';
import { call } from '../../../lib/api/api-client.ts';
import { logged } from '../../../lib/api/logged.ts';
import { startSession } from '../../../lib/api/session.ts';

/** Logs in and keeps the session; the guards of the router then lead on. */
export async function login(credentials: { email: string; password: string }): Promise<void> {
  const response = await logged(call('POST /api/auth/login', { body: credentials }));
  startSession({ accessToken: response.access_token, userId: response.email, member: response.member });
}

/** Creates an account; never logs in. */
export function signup(request: SignupRequest): Promise<SignupResponse> {
  return logged(call('POST /api/auth/signup', { body: request }));
}

export const confirmLink = (token: string) => call('POST /api/auth/confirm', { body: { token } });
export const resendConfirmation = (email: string) => call('POST /api/auth/resend-confirmation', { body: { email } });
export const requestReset = (email: string) => call('POST /api/auth/reset-request', { body: { email } });
/** Whose link to choose a password it is, and which ways into the account besides the password there are. */
export const describeReset = (token: string) => call('POST /api/auth/reset-link', { body: { token } });
export const resetPassword = (token: string, password: string, keep: RetainedCredentials) =>
  call('POST /api/auth/reset', { body: { token, password, keep } });

/** Reports to the server that the owner of the session is still there; counts for ten minutes. */
export const provePassword = (password: string) => call('POST /api/auth/proof', { body: { password } });
/** Takes the deletion of an account back. */
export const cancelAccountDeletion = (token: string) => call('POST /api/auth/keep', { body: { token } });

const problemTexts: Record<PasswordProblem, () => string> = {
  too_short: () => t`Use at least 8 characters.`,
  like_address: () => t`Use something other than your e-mail address.`,
  common: () => t`That password is on the list of the commonest ones. Choose another.`,
};

/** Explains why a new password is refused, or undefined. The long list of common ones is fetched only now. */
export async function newPasswordProblem(password: string, email: string): Promise<string | undefined> {
  const { isCommonPassword } = await import('@cyno/contract/common-passwords');
  const problem = passwordProblem(password, email, isCommonPassword);
  return problem && problemTexts[problem]();
}

/** Describes what is wrong with an e-mail address as typed, or undefined; the server has the last word. */
export function emailProblem(email: string): string | undefined {
  if (email.trim() === '') return t`Enter your e-mail address.`;
  return /^\S+@\S+\.\S+$|^\S+@localhost$/.test(email.trim()) ? undefined : t`Enter a valid e-mail address.`;
}

export { failureText } from '../../../lib/api/failure-text.ts';
