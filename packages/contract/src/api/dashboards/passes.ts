import { z } from 'zod';
import {
  newPass,
  passCreated,
  passList,
  passUse,
  passUseParams,
  passUseRequest,
  publicPass,
} from '../../dashboards/passes.ts';
import { dayMs, espid, morning, pumpTarget, token43 } from '../farm.ts';
import type { OperationErrors, Operations } from '../operation.ts';
import { deviceIdParams, deviceParams } from '../params.ts';

const offers = [{ value: '1', label: 'Water' }];
const request = {
  name: 'Anna',
  title: 'Pump',
  target: pumpTarget,
  offers,
  uses: 3,
  from: null,
  until: morning + 7 * dayMs,
};
const pass = { ...request, id: 11, state: 'ready', used: 0, createdAt: morning, lastUsedAt: null };
const key = 'EXAMPLE-USE-0001';
const use = { key, label: 'Water', state: 'acknowledged', answerMs: 84, usesLeft: 2 };
const params = { espid };

const noSuchPass: OperationErrors = {
  '404 not_found': 'The header `X-Cyno-Pass` holds no token of a pass.',
  '429 rate_limited': 'Too many tokens that do not exist, or too many uses of this network or pass.',
};
const header = 'The header `X-Cyno-Pass` holds the token.';

export const passOperations = {
  'GET /api/device/:espid/passes': {
    summary: 'List the guest passes of a device',
    schema: { params: deviceParams, response: { 200: passList } },
    example: { params, response: { passes: [pass] } },
  },
  'POST /api/device/:espid/passes': {
    summary: 'Create a guest pass',
    description: 'The response is the only one that holds the token.',
    errors: {
      '400 bad_request': 'The times do not fit, or the output or event is not set up or cannot take these values.',
      '409 limit_reached': 'The device has as many passes as it can have.',
    },
    schema: { params: deviceParams, body: newPass, response: { 201: passCreated } },
    example: { params, body: request, response: { pass, token: token43 } },
  },
  'DELETE /api/device/:espid/passes/:id': {
    summary: 'Revoke a guest pass',
    errors: { '404 not_found': 'The device has no such pass.' },
    schema: { params: deviceIdParams, response: { 204: z.null() } },
    example: { params: { espid, id: 11 } },
  },
  'GET /api/public/pass': {
    summary: 'Get what a guest pass offers',
    description: header,
    errors: noSuchPass,
    schema: { response: { 200: publicPass } },
    example: {
      response: {
        state: 'ready',
        now: morning,
        pass: {
          title: 'Pump',
          target: { name: 'Pump', pin: 'D1', mode: 'digit', reported: '0' },
          offers,
          asks: false,
          backAfterMs: null,
          online: true,
          usesLeft: 3,
          from: null,
          until: request.until,
        },
      },
    },
  },
  'POST /api/public/pass/uses': {
    summary: 'Use a guest pass',
    description: `${header} \`key\` is your own; the same one again is the same use.`,
    errors: {
      '400 bad_request': 'The pass does not allow this value.',
      ...noSuchPass,
      '409 conflict': 'The pass is used up, over or not good yet, or the board is offline.',
    },
    schema: { body: passUseRequest, response: { 202: passUse } },
    example: { body: { value: '1', key }, response: { ...use, state: 'queued', answerMs: null } },
  },
  'GET /api/public/pass/uses/:key': {
    summary: 'Get what became of a use of a guest pass',
    description: header,
    errors: { ...noSuchPass, '404 not_found': 'There is no such pass, or no such use of it.' },
    schema: { params: passUseParams, response: { 200: passUse } },
    example: { params: { key }, response: use },
  },
} satisfies Operations;
