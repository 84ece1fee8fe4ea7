import type {
  ConfirmResponse,
  LoginResponse,
  MessageResponse,
  ResetLinkResponse,
  RetainedCredentials,
  SignupRequest,
  SignupResponse,
} from '@cyno/contract';
import { passwordProblem } from '@cyno/contract/password';
import { api, hasFields, noContent } from '../../../lib/api/api-client.ts';
import { logged } from '../../../lib/api/logged.ts';
import { startSession } from '../../../lib/api/session.ts';

const message = hasFields<MessageResponse>('message');

/** Logs in and keeps the session; the guards of the router then lead on. */
export async function login(credentials: { email: string; password: string }): Promise<void> {
  const schema = hasFields<LoginResponse>('access_token', 'member', 'email');
  const response = await logged(api.post('/api/auth/login', credentials, schema));
  startSession({ accessToken: response.access_token, userId: response.email, member: response.member });
}

/** Creates an account; never logs in. */
export function signup(request: SignupRequest): Promise<SignupResponse> {
  return logged(api.post('/api/auth/signup', request, hasFields<SignupResponse>('message', 'confirmation')));
}

export const confirmLink = (token: string) =>
  api.post('/api/auth/confirm', { token }, hasFields<ConfirmResponse>('message', 'what', 'account'));
export const resendConfirmation = (email: string) => api.post('/api/auth/resend-confirmation', { email }, message);
export const requestReset = (email: string) => api.post('/api/auth/reset-request', { email }, message);
/** Whose link to choose a password it is, and which ways into the account besides the password there are. */
export const describeReset = (token: string) =>
  api.post(
    '/api/auth/reset-link',
    { token },
    hasFields<ResetLinkResponse>('email', 'accessTokens', 'passkeys', 'identities'),
  );
export const resetPassword = (token: string, password: string, keep: RetainedCredentials) =>
  api.post('/api/auth/reset', { token, password, keep }, message);

/** Reports to the server that the owner of the session is still there; counts for ten minutes. */
export const provePassword = (password: string) => api.post('/api/auth/proof', { password }, noContent);
/** Takes the deletion of an account back. */
export const cancelAccountDeletion = (token: string) => api.post('/api/auth/keep', { token }, message);

/** Explains why a new password is refused, or undefined. The long list of common ones is fetched only now. */
export async function newPasswordProblem(password: string, email: string): Promise<string | undefined> {
  const { isCommonPassword } = await import('@cyno/contract/common-passwords');
  return passwordProblem(password, email, isCommonPassword);
}

/** Describes what is wrong with an e-mail address as typed, or undefined; the server has the last word. */
export function emailProblem(email: string): string | undefined {
  if (email.trim() === '') return 'Type your e-mail address.';
  return /^\S+@\S+\.\S+$|^\S+@localhost$/.test(email.trim()) ? undefined : 'That is not an e-mail address.';
}

export { failureText } from '../../../lib/api/failure-text.ts';
