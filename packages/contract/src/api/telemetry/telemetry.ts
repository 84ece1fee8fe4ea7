import { variableSettings, variableSetUpList } from '../../boards/devices.ts';
import { valuesAt, valuesAtQuery } from '../../telemetry/replay.ts';
import {
  exportManyQuery,
  exportQuery,
  historyQuery,
  historyResponse,
  sparklineQuery,
  sparklineResponse,
  statisticsQuery,
  statisticsResponse,
} from '../../telemetry/telemetry.ts';
import {
  calibration,
  calibrationList,
  removalPreview,
  removalQuery,
  retentionRequest,
  variableUses,
} from '../../telemetry/variables.ts';
import { dayMs, espid, morning, range, soilHistory } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { deviceParams, variableParams } from '../params.ts';

const params = { espid };
const keyParams = { espid, key: 'soil' };
const minuteMs = 60_000;

const setUp = {
  variables: [
    {
      key: 'soil',
      settings: { label: 'Soil moisture', unit: '%', hue: 3, decimals: 1, range: { min: 0, max: 100 } },
      usual: { label: 'Soil', unit: '', hue: 1 },
      calibration: { offset: 0, scale: 1 },
      kept: { days: null, most: null, removesFrom: null },
    },
  ],
};
const noVariable = { '404 not_found': 'The device has no such variable.' };
const notStored = { '503 unavailable': 'The variable is new and not stored yet.' };
const oneMoment = { '429 rate_limited': 'Two exports of your account are running already.' };
const noZone = { '400 validation_failed': 'The time zone is not known.' };

const figures = {
  count: 60,
  min: { value: 40.1, at: morning - 40 * minuteMs, withinMs: 0 },
  max: { value: 41.5, at: morning - minuteMs, withinMs: 0 },
  mean: 40.8,
  median: 40.8,
  last: 41.5,
  sum: 2448,
  coveredMs: 60 * minuteMs,
  integral: 40.8,
  aboveMs: 45 * minuteMs,
  belowMs: 15 * minuteMs,
};

export const telemetryOperations = {
  'GET /api/device/:espid/history': {
    summary: 'Get the history of a device',
    description: 'Raw values when they fit into `points`, otherwise averages with the smallest and largest value.',
    schema: { params: deviceParams, querystring: historyQuery, response: { 200: historyResponse } },
    example: { params, query: { ...range, keys: 'soil', points: 60 }, response: soilHistory },
  },
  'GET /api/telemetry/sparklines': {
    summary: 'Get recent values of all your devices',
    description: 'Averages of short spans, for small charts in a list.',
    schema: { querystring: sparklineQuery, response: { 200: sparklineResponse } },
    example: {
      query: { minutes: 10, points: 10 },
      response: {
        from: morning - 10 * minuteMs,
        to: morning,
        bucketMs: minuteMs,
        devices: { [espid]: { soil: [40.9, 41, 41, null, 41.1, 41.2, 41.3, 41.4, 41.4, 41.5] } },
      },
    },
  },
  'GET /api/device/:espid/statistics': {
    summary: 'Get statistics of variables in a range',
    schema: { params: deviceParams, querystring: statisticsQuery, response: { 200: statisticsResponse } },
    example: {
      params,
      query: { ...range, keys: 'soil', above: 40.5 },
      response: { ...range, estimated: false, variables: { soil: figures } },
    },
  },
  'GET /api/device/:espid/values': {
    summary: 'Get the values of a device at an instant',
    schema: { params: deviceParams, querystring: valuesAtQuery, response: { 200: valuesAt } },
    example: { params, query: { at: morning }, response: { values: { soil: { value: 41.5, at: morning } } } },
  },
  'GET /api/device/:espid/export': {
    summary: 'Export the history of a device',
    description: 'The response is a CSV, JSON or Excel file.',
    errors: { ...noZone, ...oneMoment },
    schema: { params: deviceParams, querystring: exportQuery },
    example: { params, query: { ...range, format: 'csv', keys: 'soil' } },
  },
  'GET /api/telemetry/export': {
    summary: 'Export the history of several devices',
    description: 'The response is a CSV, JSON or Excel file.',
    errors: {
      ...noZone,
      '400 bad_request': 'The query names more devices than a file can hold.',
      '403 forbidden': 'Your role with a device does not include this.',
      '404 not_found': 'You have no device with one of these ids, and none is shared with you.',
      ...oneMoment,
    },
    schema: { querystring: exportManyQuery },
    example: { query: { ...range, format: 'xlsx', of: `${espid}:soil` } },
  },
} satisfies Operations;

export const variableOperations = {
  'GET /api/device/:espid/variables': {
    summary: 'List how the variables of a device are set up',
    schema: { params: deviceParams, response: { 200: variableSetUpList } },
    example: { params, response: setUp },
  },
  'PUT /api/device/:espid/variables/:key': {
    summary: 'Set how a variable is displayed',
    description: 'Null stands for the usual settings.',
    errors: { ...noVariable, ...notStored },
    schema: { params: variableParams, body: variableSettings, response: { 200: variableSetUpList } },
    example: {
      params: keyParams,
      body: { label: 'Soil moisture', unit: '%', hue: 3, decimals: 1, range: { min: 0, max: 100 } },
      response: setUp,
    },
  },
  'DELETE /api/device/:espid/variables/:key': {
    summary: 'Take a variable out of the lists',
    description: 'It comes back when the board sends it again; its history stays.',
    errors: { ...noVariable, ...notStored },
    schema: { params: variableParams, response: { 200: variableSetUpList } },
    example: { params: keyParams, response: { variables: [] } },
  },
  'GET /api/device/:espid/calibrations': {
    summary: 'List how variables were calibrated over time',
    schema: { params: deviceParams, response: { 200: calibrationList } },
    example: {
      params,
      response: { changes: [{ key: 'soil', since: morning - dayMs, offset: -1.5, scale: 1 }] },
    },
  },
  'PUT /api/device/:espid/variables/:key/calibration': {
    summary: 'Calibrate a variable',
    description: 'From now on a value is what the board sent × `scale` + `offset`; stored values stay.',
    errors: {
      '400 bad_request': 'Only numbers can be calibrated.',
      ...noVariable,
      '409 limit_reached': 'The device has as many changes of calibrations as it can have.',
      ...notStored,
    },
    schema: { params: variableParams, body: calibration, response: { 200: variableSetUpList } },
    example: { params: keyParams, body: { offset: -1.5, scale: 1 }, response: setUp },
  },
  'GET /api/device/:espid/variables/:key/uses': {
    summary: 'List what uses a variable',
    description: 'Formulas, automations, alert rules and dashboards that have no values without it.',
    errors: noVariable,
    schema: { params: variableParams, response: { 200: variableUses } },
    example: {
      params: keyParams,
      response: { uses: [{ kind: 'alert', name: 'Dry soil', device: null }], hidden: 0 },
    },
  },
  'GET /api/device/:espid/variables/:key/retention': {
    summary: 'Preview what a shorter retention removes',
    errors: { ...noVariable, ...notStored },
    schema: { params: variableParams, querystring: removalQuery, response: { 200: removalPreview } },
    example: {
      params: keyParams,
      query: { days: 30 },
      response: { values: 86_400, oldest: morning - 90 * dayMs },
    },
  },
  'PUT /api/device/:espid/variables/:key/retention': {
    summary: 'Set for how long a variable is stored',
    description: 'Older values are hidden at once and removed a day later.',
    errors: { '400 bad_request': 'The plan stores values for fewer days.', ...noVariable, ...notStored },
    schema: { params: variableParams, body: retentionRequest, response: { 200: variableSetUpList } },
    example: { params: keyParams, body: { days: null }, response: setUp },
  },
} satisfies Operations;
