import type {
  LoginResponse,
  MessageResponse,
  Passkey,
  PasskeyCreate,
  PasskeyCreation,
  RecoveryCodes,
  TotpSetup,
  TwoFactorPasskeyOptions,
  TwoFactorRequest,
  TwoFactorState,
} from '@cyno/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, hasFields, noContent } from '../../../lib/api/api-client.ts';
import { withProof } from '../../../lib/api/proof.ts';
import { startSession } from '../../../lib/api/session.ts';
import { forgetChallenge } from './two-factor.ts';

const codes = hasFields<RecoveryCodes>('recoveryCodes');

/** Two-step login and the passkeys of the account. */
export const twoFactorQuery = queryOptions({
  queryKey: ['second-step'],
  queryFn: ({ signal }) =>
    api.get('/api/second-step', hasFields<TwoFactorState>('totp', 'recoveryCodesLeft', 'passkeys'), { signal }),
});

/** Returns the challenge of a login and keeps the session; the guards of the router then lead on. */
export async function finishLogin(request: TwoFactorRequest): Promise<void> {
  const schema = hasFields<LoginResponse>('access_token', 'member', 'email');
  const response = await api.post('/api/auth/second-step', request, schema);
  forgetChallenge();
  startSession({ accessToken: response.access_token, userId: response.email, member: response.member });
}

export const twoFactorPasskey = (ticket: string) =>
  api.post('/api/auth/second-step/passkey-options', { ticket }, hasFields<TwoFactorPasskeyOptions>('options'));

/** These return undefined when the owner gave up proving to be there. */
export const prepareTotp = () =>
  withProof(() => api.post('/api/second-step/totp', undefined, hasFields<TotpSetup>('secret', 'uri')));
export const confirmTotp = (code: string) =>
  withProof(() => api.post('/api/second-step/totp/confirm', { code }, codes));
export const turnOffTotp = () =>
  withProof(() => api.delete('/api/second-step/totp', hasFields<MessageResponse>('message')));
export const newRecoveryCodes = () => withProof(() => api.post('/api/second-step/recovery-codes', undefined, codes));
export const startPasskey = () =>
  withProof(() =>
    api.post('/api/second-step/passkeys/options', undefined, hasFields<PasskeyCreation>('ticket', 'options')),
  );
export const addPasskey = (passkey: PasskeyCreate) =>
  withProof(() => api.post('/api/second-step/passkeys', passkey, hasFields<Passkey>('id', 'name')));
export const removePasskey = (id: number) =>
  withProof(() => api.delete(`/api/second-step/passkeys/${id}`, hasFields<MessageResponse>('message')));

export const renamePasskey = (id: number, name: string) =>
  api.patch(`/api/second-step/passkeys/${id}`, { name }, noContent);
export const endOtherSessions = () => api.delete('/api/profile/sessions', noContent);
