import { computedList, computedPreview, computedPreviewRequest, computedRequest } from '../../telemetry/computed.ts';
import { espid, morning } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { deviceParams, variableParams } from '../params.ts';

const keyParams = { espid, key: 'dew' };
const hourMs = 3_600_000;
const list = {
  variables: [{ key: 'dew', formula: 'dewPoint(temp, humid)', unit: null, problem: null, recomputed: 0.4 }],
  max: 32,
};
const wrongFormula = {
  '400 bad_request': 'The formula is wrong: the message has the reason, and `fields.formula` the character.',
};

export const computedOperations = {
  'GET /api/device/:espid/computed': {
    summary: 'List the computed variables of a device',
    schema: { params: deviceParams, response: { 200: computedList } },
    example: { params: { espid }, response: list },
  },
  'PUT /api/device/:espid/computed/:key': {
    summary: 'Compute a variable from others',
    description: 'Adds it or changes its formula. Its values are then made from all stored history, in the background.',
    errors: {
      ...wrongFormula,
      '409 conflict': 'The board sends a variable of this name, or the formula would read its own result.',
      '409 limit_reached': 'The device has as many variables as it can have.',
    },
    schema: { params: variableParams, body: computedRequest, response: { 200: computedList } },
    example: {
      params: keyParams,
      body: { formula: 'dewPoint(temp, humid)', unit: null, label: 'Dew point' },
      response: list,
    },
  },
  'DELETE /api/device/:espid/computed/:key': {
    summary: 'Compute a variable no more',
    description: 'It leaves the lists of variables; what was stored of it stays until its retention ends.',
    errors: { '409 conflict': 'Another formula reads it.' },
    schema: { params: variableParams, response: { 200: computedList } },
    example: { params: keyParams, response: { variables: [], max: 32 } },
  },
  'POST /api/device/:espid/computed/preview': {
    summary: 'Preview a formula over the last hours',
    description: 'Nothing is stored. Of many messages averages are taken.',
    errors: wrongFormula,
    schema: { params: deviceParams, body: computedPreviewRequest, response: { 200: computedPreview } },
    example: {
      params: { espid },
      body: { formula: 'dewPoint(temp, humid)', unit: null, key: null, hours: 24 },
      response: {
        from: morning - 24 * hourMs,
        to: morning,
        unit: '°C',
        isCondition: false,
        thinned: true,
        times: [morning - hourMs, morning],
        values: [16.2, 16.7],
      },
    },
  },
} satisfies Operations;
