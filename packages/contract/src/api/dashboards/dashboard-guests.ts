import { commandList } from '../../boards/control.ts';
import { publicAlerts, publicControl } from '../../dashboards/links.ts';
import {
  sharedCommandRequest,
  sharedControlQuery,
  sharedDashboard,
  sharedHistoryQuery,
  sharedPastQuery,
  sharedSwitchedQuery,
  sharedValuesQuery,
} from '../../dashboards/shared-dashboards.ts';
import { switchedResponse, valuesAt } from '../../telemetry/replay.ts';
import { historyResponse } from '../../telemetry/telemetry.ts';
import {
  espid,
  exampleAlertLimit,
  exampleClearedAlert,
  exampleDashboard,
  exampleDashboardAlert,
  morning,
  pumpOutput,
  queuedCommand,
  range,
  sentCommand,
  soilHistory,
} from '../farm.ts';
import type { OperationErrors, Operations } from '../operation.ts';
import { idParams } from '../params.ts';

const params = { id: 5 };
const device = { device: espid };
const noDashboard: OperationErrors = { '404 not_found': 'There is no such dashboard, or it is not shared with you.' };
const notOnIt: OperationErrors = { '404 not_found': 'There is no such dashboard, or the device is not on it.' };
const noPlayback: OperationErrors = { '403 forbidden': 'The share does not include playback.' };

export const guestOperations = {
  'GET /api/dashboards/:id/shown': {
    summary: 'Get a dashboard with the values that it shows',
    description: 'For those with whom it is shared, whether or not its devices are shared too.',
    errors: noDashboard,
    schema: { params: idParams, response: { 200: sharedDashboard } },
    example: { params, response: exampleDashboard(espid) },
  },
  'GET /api/dashboards/:id/shown/history': {
    summary: 'Get the history that a dashboard draws',
    errors: notOnIt,
    schema: { params: idParams, querystring: sharedHistoryQuery, response: { 200: historyResponse } },
    example: { params, query: { ...device, minutes: 60 }, response: soilHistory },
  },
  'GET /api/dashboards/:id/shown/alerts': {
    summary: 'List the alerts of what a dashboard shows',
    errors: noDashboard,
    schema: { params: idParams, response: { 200: publicAlerts } },
    example: {
      params,
      response: {
        alerts: [{ ...exampleDashboardAlert, device: espid }],
        cleared: [{ ...exampleClearedAlert, device: espid }],
        limits: [{ ...exampleAlertLimit, device: espid }],
      },
    },
  },
  'GET /api/dashboards/:id/shown/control': {
    summary: 'Get the state of the controls of a dashboard',
    errors: notOnIt,
    schema: { params: idParams, querystring: sharedControlQuery, response: { 200: publicControl } },
    example: { params, query: device, response: { outputs: [pumpOutput], events: [], commands: [sentCommand] } },
  },
  'GET /api/dashboards/:id/shown/past': {
    summary: 'Get an earlier history for playback',
    errors: { ...noPlayback, ...notOnIt },
    schema: { params: idParams, querystring: sharedPastQuery, response: { 200: historyResponse } },
    example: { params, query: { ...device, ...range }, response: soilHistory },
  },
  'GET /api/dashboards/:id/shown/values': {
    summary: 'Get the values at an instant for playback',
    errors: { ...noPlayback, ...notOnIt },
    schema: { params: idParams, querystring: sharedValuesQuery, response: { 200: valuesAt } },
    example: {
      params,
      query: { ...device, at: morning },
      response: { values: { soil: { value: 41.5, at: morning } } },
    },
  },
  'GET /api/dashboards/:id/shown/switched': {
    summary: 'Get what controls were switched to for playback',
    errors: { ...noPlayback, ...notOnIt },
    schema: { params: idParams, querystring: sharedSwitchedQuery, response: { 200: switchedResponse } },
    example: { params, query: { ...device, ...range }, response: { before: [], commands: [sentCommand] } },
  },
  'POST /api/dashboards/:id/shown/commands': {
    summary: 'Operate a control of a dashboard',
    errors: {
      '403 forbidden': 'Your role does not include this, or no control of the dashboard sends it.',
      ...notOnIt,
      '409 conflict': 'The device is paused, or its board is offline.',
      '429 rate_limited': 'Too many commands of your account within a minute.',
    },
    schema: { params: idParams, body: sharedCommandRequest, response: { 202: commandList } },
    example: {
      params,
      body: { kind: 'io', ...device, pins: [{ pin: '4', mode: 'digit', value: 1 }] },
      response: { commands: [queuedCommand] },
    },
  },
} satisfies Operations;
