import {
  deviceOffers,
  deviceShares,
  deviceVisits,
  sharedDeviceList,
  sharePatch,
  shareRequest,
  transferRequest,
} from '../../dashboards/sharing.ts';
import { messageResponse } from '../../people/accounts.ts';
import { dayMs, espid, greenhouse, guestEmail, morning, ownerEmail } from '../farm.ts';
import type { OperationErrors, Operations } from '../operation.ts';
import { dashboardShareParams, deviceIdParams, deviceParams, idParams } from '../params.ts';

const share = {
  id: 17,
  email: guestEmail,
  role: 'operator',
  state: 'accepted',
  createdAt: morning - dayMs,
  expiresAt: null,
  playback: true,
  lastSeenAt: morning,
};
const shares = { shares: [share], transfer: null, limit: null };
const invited = { ...shares, shares: [{ ...share, state: 'invited', lastSeenAt: null }] };
const request = { email: guestEmail, role: 'operator', expiresAt: null, playback: true };
const transfer = { email: guestEmail, createdAt: morning, expiresAt: morning + 14 * dayMs };
const noOffers = { offers: [], dashboards: [] };

const params = { espid };
const shareParams = { espid, id: 17 };
const dashboard = { id: 5 };
const dashboardShare = { id: 5, share: 17 };

const noShare: OperationErrors = { '404 not_found': 'There is no such share.' };
const inviteErrors: OperationErrors = {
  '400 bad_request': 'It is your own address, or the end is over already.',
  '409 conflict': 'This address is invited already, or it is shared with it.',
  '409 limit_reached': 'The plan has no room for another person, or too many of your invitations wait.',
  '429 rate_limited': 'Too many invitations of your account or to this address.',
};
const endOver: OperationErrors = { '400 bad_request': 'The end is over already.' };
const ownDashboard: OperationErrors = {
  '403 forbidden': 'Only the owner of the dashboard may do this.',
  '404 not_found': 'There is no such dashboard, or it is not shared with you.',
};
const noOffer: OperationErrors = { '404 not_found': 'There is no such offer to you.' };

export const deviceShareOperations = {
  'GET /api/device/:espid/shares': {
    summary: 'List with whom a device is shared',
    schema: { params: deviceParams, response: { 200: deviceShares } },
    example: { params, response: shares },
  },
  'POST /api/device/:espid/shares': {
    summary: 'Invite somebody to a device',
    description: 'The response never reveals whether the address has an account.',
    errors: inviteErrors,
    schema: { params: deviceParams, body: shareRequest, response: { 201: deviceShares } },
    example: { params, body: request, response: invited },
  },
  'PATCH /api/device/:espid/shares/:id': {
    summary: 'Change a share of a device',
    errors: { ...endOver, ...noShare },
    schema: { params: deviceIdParams, body: sharePatch, response: { 200: deviceShares } },
    example: { params: shareParams, body: { role: 'operator' }, response: shares },
  },
  'DELETE /api/device/:espid/shares/:id': {
    summary: 'End a share of a device',
    errors: noShare,
    schema: { params: deviceIdParams, response: { 200: deviceShares } },
    example: { params: shareParams, response: { ...shares, shares: [] } },
  },
  'GET /api/device/:espid/visits': {
    summary: 'List recent views of a device',
    description: 'Newest first.',
    schema: { params: deviceParams, response: { 200: deviceVisits } },
    example: {
      params,
      response: { visits: [{ email: guestEmail, role: 'operator', from: morning - 600_000, to: morning }] },
    },
  },
  'POST /api/device/:espid/transfer': {
    summary: 'Offer a device to another account',
    description: 'The body repeats the id of the device. The device changes hands when the offer is accepted.',
    errors: {
      '400 bad_request': 'The id is not that of the device, or it is your own address.',
      '409 conflict': 'The device is offered to somebody already.',
      '409 limit_reached': 'Too many of your invitations wait.',
      '429 rate_limited': inviteErrors['429 rate_limited'],
    },
    schema: { params: deviceParams, body: transferRequest, response: { 201: deviceShares } },
    example: { params, body: { email: guestEmail, espid }, response: { ...shares, transfer } },
  },
  'DELETE /api/device/:espid/transfer': {
    summary: 'Cancel the offer of a device',
    errors: { '404 not_found': 'The device is offered to nobody.' },
    schema: { params: deviceParams, response: { 200: deviceShares } },
    example: { params, response: shares },
  },
  'GET /api/device/shared': {
    summary: 'List devices that are shared with you',
    schema: { response: { 200: sharedDeviceList } },
    example: { response: [{ ...greenhouse, groupId: null, owner: ownerEmail, role: 'operator', expiresAt: null }] },
  },
  'POST /api/device/:espid/leave': {
    summary: 'Give up a device that is shared with you',
    errors: { '400 bad_request': 'The device is your own.' },
    schema: { params: deviceParams, response: { 200: messageResponse } },
    example: { params, response: { message: 'The device is not shared with you any more.' } },
  },
} satisfies Operations;

export const dashboardShareOperations = {
  'GET /api/dashboards/:id/shares': {
    summary: 'List with whom a dashboard is shared',
    errors: ownDashboard,
    schema: { params: idParams, response: { 200: deviceShares } },
    example: { params: dashboard, response: shares },
  },
  'POST /api/dashboards/:id/shares': {
    summary: 'Invite somebody to a dashboard',
    description: 'The response never reveals whether the address has an account.',
    errors: { ...inviteErrors, ...ownDashboard },
    schema: { params: idParams, body: shareRequest, response: { 201: deviceShares } },
    example: { params: dashboard, body: request, response: invited },
  },
  'PATCH /api/dashboards/:id/shares/:share': {
    summary: 'Change a share of a dashboard',
    errors: { ...endOver, ...ownDashboard, '404 not_found': 'There is no such dashboard or share.' },
    schema: { params: dashboardShareParams, body: sharePatch, response: { 200: deviceShares } },
    example: { params: dashboardShare, body: { playback: true }, response: shares },
  },
  'DELETE /api/dashboards/:id/shares/:share': {
    summary: 'End a share of a dashboard',
    errors: { ...ownDashboard, '404 not_found': 'There is no such dashboard or share.' },
    schema: { params: dashboardShareParams, response: { 200: deviceShares } },
    example: { params: dashboardShare, response: { ...shares, shares: [] } },
  },
  'POST /api/dashboards/:id/leave': {
    summary: 'Give up a dashboard that is shared with you',
    errors: { '404 not_found': 'This dashboard is not shared with you.' },
    schema: { params: idParams, response: { 200: messageResponse } },
    example: { params: dashboard, response: { message: 'The dashboard is not shared with you any more.' } },
  },
} satisfies Operations;

export const offerOperations = {
  'GET /api/offers': {
    summary: 'List what others offer to share with you',
    schema: { response: { 200: deviceOffers } },
    example: {
      response: {
        offers: [
          {
            id: 17,
            kind: 'share',
            owner: ownerEmail,
            name: 'Greenhouse',
            espid,
            role: 'operator',
            createdAt: morning,
            expiresAt: null,
          },
        ],
        dashboards: [],
      },
    },
  },
  'POST /api/offers/:id/accept': {
    summary: 'Accept an offer',
    errors: {
      '403 limit_reached': 'Your account or its plan has no room for the device.',
      ...noOffer,
      '409 conflict': 'The device cannot change hands.',
      '409 limit_reached': 'The plan of the owner has no room for another person.',
    },
    schema: { params: idParams, response: { 200: deviceOffers } },
    example: { params: { id: 17 }, response: noOffers },
  },
  'POST /api/offers/:id/decline': {
    summary: 'Decline an offer',
    errors: noOffer,
    schema: { params: idParams, response: { 200: deviceOffers } },
    example: { params: { id: 17 }, response: noOffers },
  },
} satisfies Operations;
