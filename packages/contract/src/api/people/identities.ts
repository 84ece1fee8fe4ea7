import { loginResponse, messageResponse } from '../../people/accounts.ts';
import { identityCallback, identityList, identityVisitResponse } from '../../people/identities.ts';
import { dayMs, morning, ownerEmail, secret, token43 } from '../farm.ts';
import type { OperationErrors, Operations } from '../operation.ts';
import { idParams, providerParams } from '../params.ts';

const params = { provider: 'oidc' };
const visit = { url: 'https://login.example.com/authorize?client_id=cyno&state=EXAMPLE' };
const callback = { state: secret, code: secret };

const startErrors: OperationErrors = {
  '400 not_configured': 'Logging in through this service is not configured on the server.',
  '400 bad_request': 'The page was opened at another address than the public one of the server.',
  '503 unavailable': 'The service does not answer, or too many people log in just now.',
};
const finishErrors: OperationErrors = {
  '400 not_configured': startErrors['400 not_configured'],
  '400 link_expired': 'The visit was finished already, or took longer than ten minutes.',
  '400 wrong_browser': 'The visit was begun in another browser.',
  '403 cancelled': 'The visitor did not allow the service to say who they are.',
  '403 provider_refused': 'The response of the service could not be used.',
  '503 unavailable': startErrors['503 unavailable'],
};

export const identityOperations = {
  'POST /api/auth/:provider/start': {
    summary: 'Start a login through another service',
    description: 'Send the browser to `url`; a cookie ties the visit to it.',
    errors: startErrors,
    schema: { params: providerParams, response: { 200: identityVisitResponse } },
    example: { params, response: visit },
  },
  'POST /api/auth/:provider/finish': {
    summary: 'Finish a login through another service',
    description: 'The body holds the parameters with which the service sent the browser back.',
    errors: {
      ...finishErrors,
      '403 not_linked': 'No account is linked to this login.',
      '403 email_not_verified': 'The service has not verified the address, so no account can be found by it.',
      '403 signup_closed': 'The server takes no new accounts.',
      '403 account_closing': 'The account is being deleted; `closing` holds what cancels that, until its time is over.',
      '403 second_step_required': 'Continue with `POST /api/auth/second-step` and the ticket of `secondStep`.',
      '403 forbidden': 'The account is disabled, or the server has no account yet.',
    },
    schema: { params: providerParams, body: identityCallback, response: { 200: loginResponse } },
    example: { params, body: callback, response: { access_token: token43, member: 'user', email: ownerEmail } },
  },
  'POST /api/identities/:provider/start': {
    summary: 'Start to link a login of another service',
    errors: startErrors,
    schema: { params: providerParams, response: { 200: identityVisitResponse } },
    example: { params, response: visit },
  },
  'POST /api/auth/:provider/link': {
    summary: 'Finish linking a login of another service',
    errors: { ...finishErrors, '409 conflict': 'This login is linked to another account.' },
    schema: { params: providerParams, body: identityCallback, response: { 200: messageResponse } },
    example: { params, body: callback, response: { message: 'The login is linked to your account.' } },
  },
  'GET /api/identities': {
    summary: 'List your linked logins',
    schema: { response: { 200: identityList } },
    example: {
      response: [
        {
          id: 2,
          provider: 'oidc',
          email: ownerEmail,
          name: 'Somchai',
          createdAt: morning - dayMs,
          lastUsedAt: morning,
        },
      ],
    },
  },
  'DELETE /api/identities/:id': {
    summary: 'Unlink a login of another service',
    errors: {
      '404 not_found': 'You have no such linked login.',
      '409 conflict': 'Nothing else would let you into your account.',
    },
    schema: { params: idParams, response: { 200: messageResponse } },
    example: { params: { id: 2 }, response: { message: 'The login is not linked to your account any more.' } },
  },
} satisfies Operations;
