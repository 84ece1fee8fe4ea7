import { loginResponse, messageResponse } from '../../people/accounts.ts';
import {
  passkeyChallenge,
  passkeyCreate,
  passkeyCreation,
  passkeyLogin,
  passkeyPatch,
  passkey as passkeySchema,
  recoveryCodes,
  totpConfirmRequest,
  totpSetup,
  twoFactorPasskeyOptions,
  twoFactorPasskeyRequest,
  twoFactorRequest,
  twoFactorState,
} from '../../people/two-factor.ts';
import { dayMs, morning, ownerEmail, secret, token43 } from '../farm.ts';
import type { OperationErrors, Operations } from '../operation.ts';
import { idParams } from '../params.ts';

const rpId = 'cyno.example.com';
const requestOptions = { challenge: secret, rpId, timeout: 300_000, userVerification: 'required' };
const challenge = { ticket: secret, options: requestOptions };
const assertion = {
  id: secret,
  rawId: secret,
  type: 'public-key',
  response: { clientDataJSON: secret, authenticatorData: secret, signature: secret },
};
const login = { access_token: token43, member: 'user', email: ownerEmail };

const ticketExpired: OperationErrors = { '400 ticket_expired': 'The time for this step is over, or its tries are.' };
const noName: OperationErrors = { '400 not_configured': 'Passkeys need a server with a name in its address.' };
const passkeyRefused: OperationErrors = { '401 wrong_credentials': 'The passkey was not accepted.' };
const loginRefused: OperationErrors = {
  '403 account_closing': 'The account is being deleted; `closing` holds what cancels that, until its time is over.',
  '403 forbidden': 'The account is disabled.',
};
const noPasskey: OperationErrors = { '404 not_found': 'You have no such passkey.' };
const isOff: OperationErrors = { '409 conflict': 'Two-factor authentication is off.' };

const passkey = { id: 6, name: 'Phone', backedUp: true, createdAt: morning, lastUsedAt: null };
const recovery = { recoveryCodes: ['EXAM-PLE1', 'EXAM-PLE2'] };

export const twoFactorOperations = {
  'POST /api/auth/second-step': {
    summary: 'Finish a login with a second proof',
    description: 'The ticket is in `secondStep` of the error `second_step_required`.',
    errors: {
      ...ticketExpired,
      '401 wrong_code': 'The code is not right, or was used before.',
      ...passkeyRefused,
      ...loginRefused,
      '429 rate_limited': 'Too many wrong codes of this account within 15 minutes.',
    },
    schema: { body: twoFactorRequest, response: { 200: loginResponse } },
    example: { body: { ticket: secret, code: '123 456' }, response: login },
  },
  'POST /api/auth/second-step/passkey-options': {
    summary: 'Get passkey options for the second proof',
    errors: { ...ticketExpired, ...noName, '409 conflict': 'The account has no passkey.' },
    schema: { body: twoFactorPasskeyRequest, response: { 200: twoFactorPasskeyOptions } },
    example: { body: { ticket: secret }, response: { options: requestOptions } },
  },
  'POST /api/auth/passkey/options': {
    summary: 'Get passkey options for a login',
    errors: { ...noName, '503 unavailable': 'Too many people log in just now.' },
    schema: { response: { 200: passkeyChallenge } },
    example: { response: challenge },
  },
  'POST /api/auth/passkey': {
    summary: 'Log in with a passkey',
    errors: { ...ticketExpired, ...noName, ...passkeyRefused, ...loginRefused },
    schema: { body: passkeyLogin, response: { 200: loginResponse } },
    example: { body: { ticket: secret, response: assertion }, response: login },
  },
  'POST /api/auth/proof/passkey-options': {
    summary: 'Get passkey options for a proof',
    errors: { ...noName, '409 conflict': 'The account has no passkey.' },
    schema: { response: { 200: passkeyChallenge } },
    example: { response: challenge },
  },
  'POST /api/auth/proof/passkey': {
    summary: 'Prove your presence with a passkey',
    description: 'Calls that need a proof are then allowed for ten minutes.',
    errors: { ...ticketExpired, ...noName, ...passkeyRefused },
    schema: { body: passkeyLogin, response: { 200: messageResponse } },
    example: {
      body: { ticket: secret, response: assertion },
      response: { message: 'You proved that it is you. That counts for ten minutes.' },
    },
  },
  'GET /api/second-step': {
    summary: 'Get your two-factor authentication and passkeys',
    schema: { response: { 200: twoFactorState } },
    example: { response: { totp: { since: morning - dayMs }, recoveryCodesLeft: 10, passkeys: [passkey] } },
  },
  'POST /api/second-step/totp': {
    summary: 'Start to set up an authenticator app',
    errors: { '409 conflict': 'Two-factor authentication is on already.' },
    schema: { response: { 200: totpSetup } },
    example: {
      response: { secret: secret, uri: `otpauth://totp/Cyno:farmer%40example.com?secret=${secret}&issuer=Cyno` },
    },
  },
  'POST /api/second-step/totp/confirm': {
    summary: 'Turn two-factor authentication on',
    description: 'The response is the only one that holds these recovery codes.',
    errors: {
      '400 wrong_code': 'The code is not right.',
      '409 conflict': 'There is nothing to confirm: start to set up the app again.',
    },
    schema: { body: totpConfirmRequest, response: { 200: recoveryCodes } },
    example: { body: { code: '123456', secret }, response: recovery },
  },
  'DELETE /api/second-step/totp': {
    summary: 'Turn two-factor authentication off',
    errors: isOff,
    schema: { response: { 200: messageResponse } },
    example: { response: { message: 'Two-factor authentication is off.' } },
  },
  'POST /api/second-step/recovery-codes': {
    summary: 'Replace your recovery codes',
    description: 'Earlier codes stop working.',
    errors: isOff,
    schema: { response: { 200: recoveryCodes } },
    example: { response: recovery },
  },
  'POST /api/second-step/passkeys/options': {
    summary: 'Get options to create a passkey',
    errors: { ...noName, '409 limit_reached': 'The account has as many passkeys as it can have.' },
    schema: { response: { 200: passkeyCreation } },
    example: {
      response: {
        ticket: secret,
        options: {
          challenge: secret,
          rp: { id: rpId, name: 'Cyno' },
          user: { id: secret, name: ownerEmail, displayName: ownerEmail },
          pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
          timeout: 300_000,
          excludeCredentials: [],
          authenticatorSelection: {
            residentKey: 'required',
            requireResidentKey: true,
            userVerification: 'required',
          },
          attestation: 'none',
        },
      },
    },
  },
  'POST /api/second-step/passkeys': {
    summary: 'Add a passkey',
    errors: {
      ...ticketExpired,
      ...noName,
      '400 bad_request': 'The passkey was not accepted.',
      '409 conflict': 'The passkey is in use already.',
      '409 limit_reached': 'The account has as many passkeys as it can have.',
    },
    schema: { body: passkeyCreate, response: { 201: passkeySchema } },
    example: {
      body: {
        ticket: secret,
        response: {
          id: secret,
          rawId: secret,
          type: 'public-key',
          response: { clientDataJSON: secret, attestationObject: secret },
        },
        name: 'Phone',
      },
      response: passkey,
    },
  },
  'PATCH /api/second-step/passkeys/:id': {
    summary: 'Rename a passkey',
    errors: noPasskey,
    schema: { params: idParams, body: passkeyPatch, response: { 200: passkeySchema } },
    example: { params: { id: 6 }, body: { name: 'Phone' }, response: passkey },
  },
  'DELETE /api/second-step/passkeys/:id': {
    summary: 'Remove a passkey',
    errors: { ...noPasskey, '409 conflict': 'Nothing else would let you into your account.' },
    schema: { params: idParams, response: { 200: messageResponse } },
    example: { params: { id: 6 }, response: { message: 'The passkey is removed.' } },
  },
} satisfies Operations;
