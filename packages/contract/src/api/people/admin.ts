import { messageResponse } from '../../people/accounts.ts';
import {
  adminActionResponse,
  adminResetResponse,
  adminUserPage,
  adminUserQuery,
  auditPage,
  auditQuery,
  disableRequest,
  endSharingRequest,
  invitationCreate,
  invitationCreated,
  invitationList,
  memberRequest,
} from '../../people/admin.ts';
import { serverLoad } from '../../people/server-load.ts';
import { dayMs, morning, ownerEmail } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { idParams } from '../params.ts';

const adminEmail = 'admin@example.com';
const user = {
  id: 12,
  email: ownerEmail,
  name: 'Somchai',
  member: 'user',
  state: 'active',
  plan: 'self_hosted',
  planUntil: null,
  devices: 2,
  onlineDevices: 1,
  sessions: 1,
  sharing: { shares: 1, links: 0, passes: 0 },
  createdAt: morning - 90 * dayMs,
  lastSeenAt: morning,
  twoStep: false,
};
const params = { id: 12 };
const gone = { '404 not_found': 'The account does not exist any more.' };

export const userOperations = {
  'GET /api/admin/users': {
    summary: 'List accounts',
    errors: { '400 bad_request': 'The cursor is not that of a page of this list.' },
    schema: { querystring: adminUserQuery, response: { 200: adminUserPage } },
    example: { query: { q: 'farmer', limit: 50 }, response: { users: [user], total: 1, next: null } },
  },
  'GET /api/admin/audit': {
    summary: 'List the audit log',
    description: 'Newest first; nobody can change it.',
    schema: { querystring: auditQuery, response: { 200: auditPage } },
    example: {
      query: { action: 'account.disabled', limit: 50 },
      response: {
        entries: [
          {
            id: 301,
            at: morning,
            actorId: 1,
            actor: adminEmail,
            action: 'account.disabled',
            targetId: 12,
            target: ownerEmail,
            details: { reason: 'On request' },
            ip: '192.0.2.1',
          },
        ],
        next: null,
      },
    },
  },
  'POST /api/admin/users/:id/disable': {
    summary: 'Disable an account',
    description: 'Ends its sessions and the connections of its boards.',
    errors: { ...gone, '409 conflict': 'The account is disabled already, or the only administrator.' },
    schema: { params: idParams, response: { 200: adminActionResponse }, body: disableRequest },
    example: {
      params,
      body: { reason: 'On request' },
      response: { message: `${ownerEmail} is disabled.`, user: { ...user, state: 'disabled' } },
    },
  },
  'POST /api/admin/users/:id/end-sharing': {
    summary: 'End all that an account shares',
    description: 'Its shares, offers, public links and guest passes.',
    errors: { ...gone, '409 conflict': 'The account shares nothing.' },
    schema: { params: idParams, response: { 200: adminActionResponse }, body: endSharingRequest },
    example: {
      params,
      body: { reason: 'On request' },
      response: {
        message: `${ownerEmail} shares nothing any more.`,
        user: { ...user, sharing: { shares: 0, links: 0, passes: 0 } },
      },
    },
  },
  'POST /api/admin/users/:id/enable': {
    summary: 'Enable an account',
    errors: { ...gone, '409 conflict': 'The account is not disabled.' },
    schema: { params: idParams, response: { 200: adminActionResponse } },
    example: { params, response: { message: `${ownerEmail} is enabled.`, user } },
  },
  'POST /api/admin/users/:id/confirm': {
    summary: 'Confirm the address of an account',
    errors: { ...gone, '409 conflict': 'The address is confirmed already.' },
    schema: { params: idParams, response: { 200: adminActionResponse } },
    example: { params, response: { message: `${ownerEmail} is confirmed.`, user } },
  },
  'POST /api/admin/users/:id/member': {
    summary: 'Grant or revoke the rights of an administrator',
    errors: {
      ...gone,
      '409 conflict': 'The account has these rights already, cannot log in, or is the only administrator.',
    },
    schema: { params: idParams, response: { 200: adminActionResponse }, body: memberRequest },
    example: {
      params,
      body: { member: 'admin' },
      response: { message: `${ownerEmail} is an administrator.`, user: { ...user, member: 'admin' } },
    },
  },
  'POST /api/admin/users/:id/end-sessions': {
    summary: 'End the sessions of an account',
    errors: gone,
    schema: { params: idParams, response: { 200: adminActionResponse } },
    example: { params, response: { message: 'One session ended.', user: { ...user, sessions: 0 } } },
  },
  'POST /api/admin/users/:id/resend-confirmation': {
    summary: 'Send somebody the confirmation mail again',
    errors: {
      '400 not_configured': 'This server requires no confirmation.',
      ...gone,
      '409 conflict': 'The address is confirmed already.',
      '429 rate_limited': 'Too many mails to this address.',
    },
    schema: { params: idParams, response: { 200: adminActionResponse } },
    example: {
      params,
      response: { message: `A mail is on its way to ${ownerEmail}.`, user: { ...user, state: 'unconfirmed' } },
    },
  },
  'POST /api/admin/users/:id/reset-link': {
    summary: 'Give somebody a link to choose a new password',
    description: 'By mail where the server sends mail; otherwise the response holds the link, this once.',
    errors: {
      ...gone,
      '409 conflict': 'The account is disabled.',
      '429 rate_limited': 'Too many mails to this address.',
    },
    schema: { params: idParams, response: { 200: adminResetResponse } },
    example: {
      params,
      response: { message: `A link to choose a password is on its way to ${ownerEmail}.`, user, link: null },
    },
  },
} satisfies Operations;

const invitation = {
  id: 9,
  email: ownerEmail,
  state: 'open',
  createdBy: adminEmail,
  createdAt: morning,
  expiresAt: morning + 7 * dayMs,
  usedAt: null,
  usedBy: null,
};

export const invitationOperations = {
  'GET /api/admin/invitations': {
    summary: 'List invitations to sign up',
    schema: { response: { 200: invitationList } },
    example: { response: [invitation] },
  },
  'POST /api/admin/invitations': {
    summary: 'Create an invitation to sign up',
    description: 'The response is the only one that holds the link.',
    errors: { '409 limit_reached': 'As many invitations are open as can be.' },
    schema: { body: invitationCreate, response: { 201: invitationCreated } },
    example: {
      body: { email: ownerEmail, expiresInDays: 7 },
      response: { invitation, link: 'https://cyno.example.com/auth/login?invitation=EXAMPLE', mailed: true },
    },
  },
  'DELETE /api/admin/invitations/:id': {
    summary: 'Cancel an invitation',
    errors: { '404 not_found': 'The invitation was used, has expired or was cancelled.' },
    schema: { params: idParams, response: { 200: messageResponse } },
    example: { params: { id: 9 }, response: { message: 'The invitation is cancelled.' } },
  },
  'GET /api/admin/server/load': {
    summary: 'Get how busy the server is',
    schema: { response: { 200: serverLoad } },
    example: { response: { delay: { p50Ms: 0.4, p99Ms: 3.1, maxMs: 12 }, slowForMinutes: null } },
  },
} satisfies Operations;
