import {
  accessTokenCreate,
  accessTokenCreated,
  accessTokenList,
  confirmRequest,
  loginRequest,
  loginResponse,
  messageResponse,
  passwordReset,
  passwordResetRequest,
  resendConfirmationRequest,
  resetLinkRequest,
  resetLinkResponse,
  sessionResponse,
  signupRequest,
  signupResponse,
} from '../../people/accounts.ts';
import {
  accountDeleteRequest,
  accountDeleteResponse,
  cancelDeletionRequest,
  confirmResponse,
  emailChangeRequest,
  emailChangeResponse,
  notificationAddress,
  notificationAddressCreate,
  notificationAddressList,
  passwordChangeRequest,
  profilePatch,
  profile as profileSchema,
  proofRequest,
  sessionList,
} from '../../people/profile.ts';
import { publicConfig } from '../../public-config.ts';
import { dayMs, hourMs, morning, ownerEmail, secret, token43 } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { idParams } from '../params.ts';

const password = secret;
const login = { access_token: token43, member: 'user', email: ownerEmail };
const linkExpired = { '400 link_expired': 'The link has expired or was used already.' };
const weakPassword = { '400 weak_password': 'The password is too short, common, or close to the address.' };
const tooManyTries = { '429 rate_limited': 'Too many tries for this address or from this network.' };
const mailFails = { '503 unavailable': 'The server cannot send mail at the moment.' };

export const loginOperations = {
  'POST /api/auth/signup': {
    summary: 'Create an account',
    description: 'The response is the same for an address that has an account already.',
    errors: {
      ...weakPassword,
      '403 signup_closed': 'This server takes no new accounts.',
      '403 wrong_invitation': 'The invitation is missing, wrong, used, expired or for another address.',
      '403 wrong_setup_code': 'The first account needs the set-up code that the server printed at its start.',
      ...tooManyTries,
    },
    schema: { body: signupRequest, response: { 201: signupResponse } },
    example: {
      body: { email: ownerEmail, password },
      response: { message: 'Open the link in the mail that we sent to you.', confirmation: 'sent' },
    },
  },
  'POST /api/auth/login': {
    summary: 'Log in with a password',
    description: 'Send `access_token` as a bearer token from then on.',
    errors: {
      '401 wrong_credentials': 'No account has this address and password.',
      '403 email_not_confirmed': 'The address is not confirmed yet.',
      '403 second_step_required': 'Continue with `POST /api/auth/second-step` and the ticket of `secondStep`.',
      '403 account_closing': 'The account is being deleted; `closing` holds what cancels that, until its time is over.',
      '403 forbidden': 'The account is disabled.',
      ...tooManyTries,
    },
    schema: { body: loginRequest, response: { 200: loginResponse } },
    example: { body: { email: ownerEmail, password }, response: login },
  },
  'GET /api/auth/session': {
    summary: 'Get who is logged in',
    schema: { response: { 200: sessionResponse } },
    example: { response: { email: ownerEmail, member: 'user', name: 'Somchai', timeZone: 'Asia/Bangkok' } },
  },
  'POST /api/auth/logout': {
    summary: 'Log out',
    description: 'Ends the session of the token.',
    schema: { response: { 200: messageResponse } },
    example: { response: { message: 'You are logged out.' } },
  },
  'POST /api/auth/proof': {
    summary: 'Prove your presence with your password',
    description: 'Calls that need a proof are then allowed for ten minutes.',
    errors: {
      '400 not_configured': 'The account has no password.',
      '401 wrong_credentials': 'That is not the password of the account.',
      ...tooManyTries,
    },
    schema: { body: proofRequest, response: { 200: messageResponse } },
    example: { body: { password }, response: { message: 'You can continue for ten minutes.' } },
  },
  'POST /api/auth/confirm': {
    summary: 'Confirm an address with the link of a mail',
    errors: { ...linkExpired, '409 conflict': 'Another account has the address by now.' },
    schema: { body: confirmRequest, response: { 200: confirmResponse } },
    example: {
      body: { token: secret },
      response: {
        message: 'Your address is confirmed. You can log in now.',
        what: 'account',
        account: ownerEmail,
      },
    },
  },
  'POST /api/auth/keep': {
    summary: 'Cancel the deletion of an account',
    errors: linkExpired,
    schema: { body: cancelDeletionRequest, response: { 200: messageResponse } },
    example: { body: { token: secret }, response: { message: 'Your account stays. You can log in again.' } },
  },
  'POST /api/auth/resend-confirmation': {
    summary: 'Send the confirmation mail again',
    description: 'The response is the same whether or not the address waits for confirmation.',
    errors: { '400 not_configured': 'This server requires no confirmation.', ...tooManyTries, ...mailFails },
    schema: { body: resendConfirmationRequest, response: { 200: messageResponse } },
    example: {
      body: { email: ownerEmail },
      response: { message: 'If this address waits for confirmation, a new link was sent to it.' },
    },
  },
  'POST /api/auth/reset-request': {
    summary: 'Request a link to choose a new password',
    description: 'The response is the same whether or not the address has an account.',
    errors: { ...tooManyTries, ...mailFails },
    schema: { body: passwordResetRequest, response: { 200: messageResponse } },
    example: {
      body: { email: ownerEmail },
      response: { message: 'If this address has an account, a link to choose a new password was sent to it.' },
    },
  },
  'POST /api/auth/reset-link': {
    summary: 'Get what a password link resets',
    description: 'The link can still be used afterwards.',
    errors: linkExpired,
    schema: { body: resetLinkRequest, response: { 200: resetLinkResponse } },
    example: {
      body: { token: secret },
      response: { email: ownerEmail, accessTokens: 1, passkeys: 0, identities: 0, contacts: 2 },
    },
  },
  'POST /api/auth/reset': {
    summary: 'Choose a new password with a link',
    description: 'Ends all sessions, and every other way into the account that `keep` does not name.',
    errors: { ...linkExpired, ...weakPassword },
    schema: { body: passwordReset, response: { 200: messageResponse } },
    example: {
      body: { token: secret, password, keep: { accessTokens: true } },
      response: { message: 'Your password is changed. You can log in now.' },
    },
  },
} satisfies Operations;

const profile = {
  email: ownerEmail,
  member: 'user',
  name: 'Somchai',
  timeZone: 'Asia/Bangkok',
  dateFormat: 'yyyy-mm-dd',
  language: 'en',
  boardsSendTimes: false,
  hasPassword: true,
  newEmail: null,
  createdAt: morning - 90 * dayMs,
};
const alertEmail = 'alerts@example.com';
const address = { id: 3, email: alertEmail, confirmed: true, createdAt: morning - dayMs };
const noAddress = { '404 not_found': 'You have no such address.' };

export const profileOperations = {
  'GET /api/profile': {
    summary: 'Get your profile',
    schema: { response: { 200: profileSchema } },
    example: { response: profile },
  },
  'PATCH /api/profile': {
    summary: 'Change your profile',
    description: 'What is left out stays as it is.',
    schema: { body: profilePatch, response: { 200: profileSchema } },
    example: { body: { name: 'Somchai', timeZone: 'Asia/Bangkok' }, response: profile },
  },
  'POST /api/profile/email': {
    summary: 'Change your e-mail address',
    description: 'The new address counts once the link that is sent to it has been opened.',
    errors: {
      '409 conflict': 'Another account has this address.',
      '409 not_configured': 'The server sends no mail, so it cannot check the new address.',
      ...tooManyTries,
      ...mailFails,
    },
    schema: { body: emailChangeRequest, response: { 200: emailChangeResponse } },
    example: {
      body: { email: 'new-farmer@example.com' },
      response: { message: 'Open the link in the mail that we sent to the new address.', confirmation: 'sent' },
    },
  },
  'DELETE /api/profile/email': {
    summary: 'Cancel a change of your e-mail address',
    schema: { response: { 200: messageResponse } },
    example: { response: { message: 'Your address stays as it is.' } },
  },
  'POST /api/profile/password': {
    summary: 'Change your password',
    description: 'Ends your other sessions.',
    errors: weakPassword,
    schema: { body: passwordChangeRequest, response: { 200: messageResponse } },
    example: {
      body: { password },
      response: { message: 'Your password is changed, and your other sessions are ended.' },
    },
  },
  'POST /api/profile/delete': {
    summary: 'Delete your account',
    description: 'The account is closed at once, and deleted at `deleteAfter` unless its owner cancels that.',
    errors: {
      '400 bad_request': 'The address is not that of the account, or its password is missing.',
      '401 wrong_credentials': 'That is not the password of the account.',
      '409 conflict': 'You are the only administrator.',
      ...tooManyTries,
    },
    schema: { body: accountDeleteRequest, response: { 200: accountDeleteResponse } },
    example: {
      body: { email: ownerEmail, password },
      response: {
        message: 'Your account is closed. You can take that back for 14 days: log in to do so.',
        deleteAfter: morning + 14 * dayMs,
      },
    },
  },
  'GET /api/profile/sessions': {
    summary: 'List your sessions',
    schema: { response: { 200: sessionList } },
    example: {
      response: [
        {
          id: 51,
          current: true,
          userAgent: 'Mozilla/5.0',
          ip: '192.0.2.1',
          createdAt: morning - dayMs,
          lastSeenAt: morning,
          expiresAt: morning + 30 * dayMs,
        },
      ],
    },
  },
  'DELETE /api/profile/sessions/:id': {
    summary: 'End one of your sessions',
    errors: { '404 not_found': 'You have no such session.' },
    schema: { params: idParams, response: { 200: messageResponse } },
    example: { params: { id: 51 }, response: { message: 'The session is ended.' } },
  },
  'DELETE /api/profile/sessions': {
    summary: 'End all your other sessions',
    schema: { response: { 200: messageResponse } },
    example: { response: { message: 'All other sessions are ended.' } },
  },
  'GET /api/profile/notification-addresses': {
    summary: 'List your addresses for alerts',
    schema: { response: { 200: notificationAddressList } },
    example: { response: [address] },
  },
  'POST /api/profile/notification-addresses': {
    summary: 'Add an address for alerts',
    errors: {
      '409 conflict': 'The address is in the list already.',
      '409 limit_reached': 'The account has as many addresses as it can have.',
      ...tooManyTries,
      ...mailFails,
    },
    schema: { body: notificationAddressCreate, response: { 201: notificationAddress } },
    example: { body: { email: alertEmail }, response: { ...address, confirmed: false } },
  },
  'POST /api/profile/notification-addresses/:id/resend': {
    summary: 'Send the link for an alert address again',
    errors: { ...noAddress, '409 conflict': 'The address is confirmed already.', ...tooManyTries, ...mailFails },
    schema: { params: idParams, response: { 200: messageResponse } },
    example: { params: { id: 3 }, response: { message: 'Another link was sent to this address.' } },
  },
  'DELETE /api/profile/notification-addresses/:id': {
    summary: 'Remove an address for alerts',
    errors: noAddress,
    schema: { params: idParams, response: { 200: messageResponse } },
    example: { params: { id: 3 }, response: { message: 'The address is removed.' } },
  },
} satisfies Operations;

const accessToken = {
  id: 7,
  name: 'Irrigation script',
  scope: 'control',
  createdAt: morning,
  lastUsedAt: null,
  expiresAt: morning + 90 * dayMs,
};

export const accessTokenOperations = {
  'GET /api/access-tokens': {
    summary: 'List your personal access tokens',
    schema: { response: { 200: accessTokenList } },
    example: { response: [{ ...accessToken, lastUsedAt: morning + hourMs }] },
  },
  'POST /api/access-tokens': {
    summary: 'Create a personal access token',
    description: 'The response is the only one that holds the token.',
    errors: { '409 limit_reached': 'The account has as many access tokens as it can have.' },
    schema: { body: accessTokenCreate, response: { 201: accessTokenCreated } },
    example: {
      body: { name: 'Irrigation script', scope: 'control', expiresInDays: 90 },
      response: { ...accessToken, token: `cyno_pat_${token43}` },
    },
  },
  'DELETE /api/access-tokens/:id': {
    summary: 'Revoke a personal access token',
    errors: { '404 not_found': 'You have no such access token.' },
    schema: { params: idParams, response: { 200: messageResponse } },
    example: { params: { id: 7 }, response: { message: 'The access token is revoked.' } },
  },
  'GET /api/config': {
    summary: 'Get the public settings of the server',
    description: 'What the pages need before anybody is logged in; null stands for what is not configured.',
    schema: { response: { 200: publicConfig } },
    example: {
      response: {
        team: 'Cyno',
        signup: 'open',
        setupNeeded: false,
        providers: { oidc: null, line: false },
        mailConfigured: true,
        mqtt: { host: 'cyno.example.com', tlsPort: 8883, selfSigned: false, plainPort: null },
        analyticsId: null,
        mapTiles: null,
        embedOrigins: [],
        links: {
          projects: null,
          documentation: 'https://cyno.example.com/docs',
          library: null,
          feedback: null,
          video: null,
          contact: null,
          social: null,
          chat: null,
          mail: null,
        },
        billing: 'off',
      },
    },
  },
} satisfies Operations;
