import {
  type AutomationRun,
  automationPatch,
  automationPreview,
  automationPreviewRequest,
  automationRequest,
  automationRuns,
  automationRunsQuery,
  automation as automationSchema,
  automationState,
  dryRun,
  dryRunRequest,
} from '../../automation/automation.ts';
import { messageResponse } from '../../people/accounts.ts';
import { dayMs, espid, morning, pumpTarget } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { deviceIdParams, deviceParams } from '../params.ts';

const params = { espid };
const idParams = { espid, id: 40 };
const action = { ...pumpTarget, value: 1 };
const definition = {
  kind: 'rule',
  conditions: [{ espid, key: 'soil', comparison: '<', threshold: 20, release: 25 }],
  forSeconds: 300,
  action,
  back: 0,
  limit: { seconds: 600, value: 0 },
  activeHours: null,
};
const request = { name: 'Water dry soil', enabled: true, definition };
const placement = { where: 'server', reason: 'Its board cannot wait for a condition.', note: null, delivered: null };
const run: AutomationRun = {
  id: 901,
  automationId: 40,
  phase: 'start',
  step: 0,
  dueAt: morning,
  at: morning + 5,
  outcome: 'done',
  why: 'Soil moisture was 12 %, below 20 for 5 minutes.',
  whyReport: [
    {
      code: 'held',
      facts: [
        {
          ...{ kind: 'value', label: 'Soil moisture', device: null, unit: '%' },
          ...{ value: 12, comparison: '<', threshold: 20 },
        },
      ],
      seconds: 300,
    },
  ],
  result: 'Pump on, acknowledged after 84 ms',
  resultReport: [{ code: 'acknowledged', action: { kind: 'output', pin: 'D1', mode: 'digit', value: 1 }, ms: 84 }],
};
const automation = { id: 40, espid, ...request, placement, nextAt: null, active: false, lastRun: run, waiting: [] };
const budget = { count: 0, maxCount: 10, bytes: 0, maxBytes: 400, deliveredAt: null };
const noAutomation = { '404 not_found': 'The device has no such automation.' };
const noSense = {
  '400 bad_request': 'The definition does not fit the devices: a variable, pin or location is missing.',
};

const tooMany = { '409 limit_reached': 'The device has as many automations as it or the plan allows.' };

export const automationOperations = {
  'GET /api/device/:espid/automations': {
    summary: 'List the automations of a device',
    schema: { params: deviceParams, response: { 200: automationState } },
    example: {
      params,
      response: {
        automations: [automation],
        readers: [],
        timers: budget,
        rules: budget,
        timeZone: 'Asia/Bangkok',
        allowed: null,
      },
    },
  },
  'POST /api/device/:espid/automations': {
    summary: 'Create an automation',
    errors: { ...noSense, ...tooMany },
    schema: { params: deviceParams, body: automationRequest, response: { 201: automationSchema } },
    example: { params, body: request, response: { ...automation, lastRun: null } },
  },
  'PUT /api/device/:espid/automations/:id': {
    summary: 'Change an automation',
    errors: { ...noSense, ...noAutomation },
    schema: { params: deviceIdParams, body: automationRequest, response: { 200: automationSchema } },
    example: { params: idParams, body: request, response: automation },
  },
  'PATCH /api/device/:espid/automations/:id': {
    summary: 'Change a part of an automation',
    description: 'What is left out stays as it is: one is switched on or off without its definition.',
    errors: { ...noSense, ...noAutomation },
    schema: { params: deviceIdParams, body: automationPatch, response: { 200: automationSchema } },
    example: { params: idParams, body: { enabled: true }, response: automation },
  },
  'DELETE /api/device/:espid/automations/:id': {
    summary: 'Delete an automation',
    description:
      'What it has still to do is left out, and what it switched stays as it is. It can be restored for a day.',
    errors: noAutomation,
    schema: { params: deviceIdParams, response: { 200: messageResponse } },
    example: { params: idParams, response: { message: 'The automation is removed.' } },
  },
  'POST /api/device/:espid/automations/:id/restore': {
    summary: 'Restore a deleted automation',
    description:
      'What it had still to do comes back with it. What missed its time meanwhile is left out, unless it ends what the automation began.',
    errors: { '404 not_found': 'No such automation of the device was deleted in the last day.', ...tooMany },
    schema: { params: deviceIdParams, response: { 200: automationSchema } },
    example: { params: idParams, response: automation },
  },
  'DELETE /api/device/:espid/automations/:id/waiting': {
    summary: 'Cancel what an automation has still to do',
    description:
      'Steps that wait and queued starts are left out, with a line each in the run log. What it switched stays as it is.',
    errors: noAutomation,
    schema: { params: deviceIdParams, response: { 200: automationSchema } },
    example: { params: idParams, response: automation },
  },
  'POST /api/device/:espid/automations/preview': {
    summary: 'Preview where an automation would run',
    errors: noSense,
    schema: { params: deviceParams, body: automationPreviewRequest, response: { 200: automationPreview } },
    example: {
      params,
      body: { definition },
      response: { placement, timers: budget, rules: budget, warnings: [], warningReports: [], nextAt: null },
    },
  },
  'GET /api/device/:espid/automations/runs': {
    summary: 'List what the automations of a device did',
    description: 'Newest first.',
    errors: noAutomation,
    schema: { params: deviceParams, querystring: automationRunsQuery, response: { 200: automationRuns } },
    example: { params, query: { automation: 40, limit: 50 }, response: { runs: [run] } },
  },
  'POST /api/device/:espid/automations/dry-run': {
    summary: 'Try an automation on the last days',
    description: 'Nothing is sent: the response says when it would have run.',
    errors: {
      '400 bad_request': 'The definition does not fit the devices, or the days take too long to read.',
      '429 rate_limited': 'Too many dry runs of your account wait already.',
    },
    schema: { params: deviceParams, body: dryRunRequest, response: { 200: dryRun } },
    example: {
      params,
      body: { definition, days: 1 },
      response: {
        from: morning - dayMs,
        to: morning,
        count: 1,
        firings: [{ at: morning - 3_600_000, phase: 'start', why: run.why, whyReport: run.whyReport, steps: [] }],
        series: [{ espid, key: 'soil', points: [[morning - 3_600_000, 12]] }],
        note: null,
        noteReport: [],
      },
    },
  },
} satisfies Operations;
