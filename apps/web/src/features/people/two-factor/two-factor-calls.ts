import type { PasskeyCreate, TotpConfirmRequest, TwoFactorRequest } from '@cyno/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { withProof } from '../../../lib/api/proof.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { startSession } from '../../../lib/api/session.ts';
import { forgetChallenge } from './two-factor.ts';

/** Two-step login and the passkeys of the account. */
export const twoFactorQuery = queryOptions({
  queryKey: queryKeys.twoFactor(),
  queryFn: ({ signal }) => call('GET /api/second-step', { signal }),
});

/** Returns the challenge of a login and keeps the session; the guards of the router then lead on. */
export async function finishLogin(request: TwoFactorRequest): Promise<void> {
  const response = await call('POST /api/auth/second-step', { body: request });
  forgetChallenge();
  startSession({ accessToken: response.access_token, userId: response.email, member: response.member });
}

export const twoFactorPasskey = (ticket: string) =>
  call('POST /api/auth/second-step/passkey-options', { body: { ticket } });

/** These return undefined when the owner gave up proving to be there. */
export const prepareTotp = () => withProof(() => call('POST /api/second-step/totp'));
export const confirmTotp = (body: TotpConfirmRequest) =>
  withProof(() => call('POST /api/second-step/totp/confirm', { body }));
export const turnOffTotp = () => withProof(() => call('DELETE /api/second-step/totp'));
export const newRecoveryCodes = () => withProof(() => call('POST /api/second-step/recovery-codes'));
export const startPasskey = () => withProof(() => call('POST /api/second-step/passkeys/options'));
export const addPasskey = (passkey: PasskeyCreate) =>
  withProof(() => call('POST /api/second-step/passkeys', { body: passkey }));
export const removePasskey = (id: number) =>
  withProof(() => call('DELETE /api/second-step/passkeys/:id', { params: { id } }));

export const renamePasskey = (id: number, name: string) =>
  call('PATCH /api/second-step/passkeys/:id', { params: { id }, body: { name } });
export const endOtherSessions = () => call('DELETE /api/profile/sessions');
