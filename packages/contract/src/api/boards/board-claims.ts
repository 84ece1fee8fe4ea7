import { adminClaimList, claimDecision, claimList, claimRequest } from '../../boards/board-claims.ts';
import { dayMs, espid, guestEmail, morning, ownerEmail } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { idParams } from '../params.ts';

const made = { id: 5, espid, state: 'open', openedAt: morning, until: morning + 7 * dayMs };
const received = { id: 5, espid, state: 'open', openedAt: morning, decidesAt: morning + 7 * dayMs };
const params = { id: 5 };
const noClaim = { '404 not_found': 'There is no such claim, or it was decided already.' };

export const boardClaimOperations = {
  'GET /api/claims': {
    summary: 'List claims of boards that concern you',
    schema: { response: { 200: claimList } },
    example: { response: { made: [made], received: [] } },
  },
  'POST /api/claims': {
    summary: 'Claim a board whose id another account has',
    description: 'The board waits here with your connection key, and proves the claim within ten minutes.',
    errors: {
      '403 limit_reached': 'You claim as many boards as you can at a time.',
      '404 not_found': 'No board with this id waits in your account.',
      '409 conflict': 'Nobody else has the board, it came without your key, or it is claimed already.',
      '429 rate_limited': 'Too many claims of your account.',
    },
    schema: { body: claimRequest, response: { 200: claimList } },
    example: {
      body: { espid },
      response: { made: [{ ...made, id: null, state: 'proving', until: morning + 600_000 }], received: [] },
    },
  },
  'DELETE /api/claims/:id': {
    summary: 'Withdraw a claim',
    errors: noClaim,
    schema: { params: idParams, response: { 200: claimList } },
    example: { params, response: { made: [{ ...made, state: 'withdrawn', until: null }], received: [] } },
  },
  'POST /api/claims/:id/accept': {
    summary: 'Hand a claimed board over',
    errors: { ...noClaim, '409 conflict': 'The account that claims the board has no room for it.' },
    schema: { params: idParams, response: { 200: claimList } },
    example: { params, response: { made: [], received: [] } },
  },
  'POST /api/claims/:id/object': {
    summary: 'Object to a claim of your board',
    description: 'An administrator decides then.',
    errors: { ...noClaim, '409 conflict': 'An administrator decides about this claim already.' },
    schema: { params: idParams, response: { 200: claimList } },
    example: { params, response: { made: [], received: [{ ...received, state: 'disputed' }] } },
  },
  'GET /api/admin/claims': {
    summary: 'List open claims of boards',
    schema: { response: { 200: adminClaimList } },
    example: {
      response: [
        {
          ...received,
          state: 'disputed',
          holder: ownerEmail,
          claimant: guestEmail,
          holderSeenAt: morning - dayMs,
          holderOnline: false,
          claimantOnline: true,
        },
      ],
    },
  },
  'POST /api/admin/claims/:id/decide': {
    summary: 'Decide about a claim of a board',
    errors: { ...noClaim, '409 conflict': 'The account that claims the board has no room for it.' },
    schema: { params: idParams, body: claimDecision, response: { 200: adminClaimList } },
    example: { params, body: { to: 'claimant', reason: 'Showed the invoice of the board' }, response: [] },
  },
} satisfies Operations;
