import { device } from '../../boards/devices.ts';
import { keyRotateRequest, pairingState, pairingWindowRequest } from '../../boards/pairing.ts';
import { dayMs, espid, greenhouse, morning, otherEspid } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { deviceParams } from '../params.ts';

const board = {
  espid,
  seenAt: morning,
  ip: '192.0.2.17',
  verified: true,
  online: true,
  taken: false,
  problem: null,
};
const state = {
  connectionKey: 'EXAMPLE',
  windowOpenUntil: null,
  windowRoom: null,
  pending: [board],
  blocked: [],
  oldKeyBoards: [],
};
const empty = { ...state, pending: [] };
const params = { espid };
const notWaiting = { '404 not_found': 'No board with this id waits to be accepted.' };

export const pairingOperations = {
  'GET /api/pairing': {
    summary: 'Get your connection key and the boards that wait',
    schema: { response: { 200: pairingState } },
    example: { response: state },
  },
  'POST /api/pairing/window': {
    summary: 'Open or close the Add device window',
    description: 'While it is open, boards of your account join by themselves. 0 minutes close it.',
    schema: { body: pairingWindowRequest, response: { 200: pairingState } },
    example: {
      body: { minutes: 10, boards: 5 },
      response: { ...empty, windowOpenUntil: morning + 600_000, windowRoom: 5 },
    },
  },
  'POST /api/pairing/key/rotate': {
    summary: 'Replace your connection key',
    schema: { body: keyRotateRequest, response: { 200: pairingState } },
    example: {
      body: { endOld: false },
      response: { ...empty, oldKeyBoards: [{ espid: otherEspid, name: 'Water tank' }] },
    },
  },
  'POST /api/pairing/:espid/accept': {
    summary: 'Accept a board that waits',
    errors: {
      '403 limit_reached': 'Your account or its plan has no room for another device.',
      '403 forbidden': 'An access token may not accept a board whose device was deleted.',
      ...notWaiting,
      '409 conflict': 'Another account has a device with this id.',
      '429 rate_limited': 'Too many new boards joined within an hour.',
    },
    schema: { params: deviceParams, response: { 200: device } },
    example: { params, response: greenhouse },
  },
  'POST /api/pairing/:espid/reject': {
    summary: 'Reject a board that waits',
    description: 'It is refused for a day.',
    errors: notWaiting,
    schema: { params: deviceParams, response: { 200: pairingState } },
    example: { params, response: empty },
  },
  'POST /api/pairing/:espid/block': {
    summary: 'Block a board that waits',
    errors: notWaiting,
    schema: { params: deviceParams, response: { 200: pairingState } },
    example: { params, response: { ...empty, blocked: [{ espid, at: morning }] } },
  },
  'POST /api/pairing/:espid/unblock': {
    summary: 'Unblock a board',
    errors: { '404 not_found': 'No board with this id is blocked.' },
    schema: { params: deviceParams, response: { 200: pairingState } },
    example: { params, response: { ...empty, blocked: [{ espid: otherEspid, at: morning - dayMs }] } },
  },
} satisfies Operations;
