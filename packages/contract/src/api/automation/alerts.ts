import { z } from 'zod';
import type { AlertReport } from '../../automation/alert-reports.ts';
import {
  acknowledgeRequest,
  alertDetails,
  alertDryRun,
  alertDryRunRequest,
  alertLimits,
  alertList,
  alertRule,
  alertRulePatch,
  alertRuleRequest,
  alertRules,
  alertsQuery,
  changedAlerts,
  muteRequest,
  muteRuleRequest,
} from '../../automation/alerts.ts';
import { espid, hourMs, morning, ownerEmail } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { deviceParams, idParams } from '../params.ts';

const params = { id: 7 };
const alertParams = { id: 310 };
const condition = {
  kind: 'limit',
  key: 'temperature',
  comparison: '>',
  threshold: 30,
  release: 28,
  forSeconds: 300,
  clearSeconds: 0,
};
const request = {
  name: 'Too hot',
  enabled: true,
  severity: 'critical',
  scope: { kind: 'tag', tag: 'vegetables' },
  condition,
};
const rule = { id: 7, ...request, builtIn: false, devices: 3, active: 1, mutedUntil: null, createdAt: morning };
const text = 'Temperature was 34 °C, above 30 °C for 5 minutes.';
const temperature = { label: 'Temperature', unit: '°C' };
const report: AlertReport = [{ code: 'past_limit', ...temperature, value: 34, side: 'above', limit: 30, seconds: 300 }];
const alert = {
  id: 310,
  ruleId: 7,
  espid,
  device: 'Greenhouse',
  severity: 'critical',
  state: 'active',
  kind: 'limit',
  key: 'temperature',
  text,
  report,
  value: 34,
  limit: 30,
  startedAt: morning - 300_000,
  activeAt: morning,
  acknowledgedAt: null,
  acknowledgedBy: null,
  clearedAt: null,
  mayAcknowledge: true,
  mutedUntil: null,
  duringMaintenance: false,
};
const acknowledged = {
  ...alert,
  state: 'acknowledged',
  mayAcknowledge: false,
  acknowledgedAt: morning + 60_000,
  acknowledgedBy: ownerEmail,
};
const tooMany = {
  '409 limit_reached': 'The account has as many rules as it can have, or they would watch too many devices together.',
};
const noRule = { '404 not_found': 'The account has no such rule.' };
const viewOnly = { '403 forbidden': 'The account may only view the devices of all of them.' };
const noAlert = { '404 not_found': 'There is no such alert on the devices that the account can see.' };
const noSense = { '400 bad_request': 'A device, tag or group is not the account’s.' };

export const alertOperations = {
  'GET /api/alert-rules': {
    summary: 'List the alert rules of the account',
    schema: { response: { 200: alertRules } },
    example: { response: { rules: [rule], allowed: 100 } },
  },
  'POST /api/alert-rules': {
    summary: 'Add an alert rule',
    errors: { ...noSense, ...tooMany },
    schema: { body: alertRuleRequest, response: { 201: alertRule } },
    example: { body: request, response: rule },
  },
  'PUT /api/alert-rules/:id': {
    summary: 'Change an alert rule',
    errors: { ...noSense, ...noRule, ...tooMany },
    schema: { params: idParams, body: alertRuleRequest, response: { 200: alertRule } },
    example: { params, body: request, response: rule },
  },
  'PATCH /api/alert-rules/:id': {
    summary: 'Change a part of an alert rule',
    description: 'What is left out stays as it is: one is switched on or off without its condition.',
    errors: { ...noSense, ...noRule, ...tooMany },
    schema: { params: idParams, body: alertRulePatch, response: { 200: alertRule } },
    example: { params, body: { enabled: true }, response: rule },
  },
  'DELETE /api/alert-rules/:id': {
    summary: 'Delete an alert rule',
    errors: { ...noRule, '409 conflict': 'Each account has this rule; it can be switched off.' },
    schema: { params: idParams, response: { 204: z.null() } },
    example: { params },
  },
  'POST /api/alert-rules/:id/restore': {
    summary: 'Restore a deleted alert rule',
    errors: { '404 not_found': 'The account deleted no such rule in the last day.', ...tooMany },
    schema: { params: idParams, response: { 200: alertRule } },
    example: { params, response: rule },
  },
  'POST /api/alert-rules/:id/mute': {
    summary: 'Snooze a rule for a while',
    errors: noRule,
    schema: { params: idParams, body: muteRuleRequest, response: { 200: alertRule } },
    example: { params, body: { minutes: 60 }, response: { ...rule, mutedUntil: morning + hourMs } },
  },
  'GET /api/device/:espid/alert-limits': {
    summary: 'List the limits beyond which a device alerts',
    schema: { params: deviceParams, response: { 200: alertLimits } },
    example: {
      params: { espid },
      response: { limits: [{ key: 'temperature', comparison: '>', value: 30, severity: 'critical' }] },
    },
  },
  'POST /api/alert-rules/dry-run': {
    summary: 'Find out when a rule would have alerted',
    errors: {
      '404 not_found': 'The account has no such device.',
      '429 rate_limited': 'As many of the account run or wait already.',
    },
    schema: { body: alertDryRunRequest, response: { 200: alertDryRun } },
    example: {
      body: { espid, condition, days: 7 },
      response: {
        from: morning - 7 * 24 * hourMs,
        to: morning,
        count: 1,
        atNight: 0,
        alerts: [{ activeAt: morning - hourMs, clearedAt: morning - hourMs / 2, text, report }],
        series: [[morning - hourMs, 34]],
        note: null,
      },
    },
  },
  'GET /api/alerts': {
    summary: 'List the alerts that the account can see',
    schema: { querystring: alertsQuery, response: { 200: alertList } },
    example: {
      query: { show: 'open' },
      response: { alerts: [alert], more: false, active: { info: 0, warning: 0, critical: 1 } },
    },
  },
  'GET /api/alerts/:id': {
    summary: 'Get an alert and what became of it',
    errors: noAlert,
    schema: { params: idParams, response: { 200: alertDetails } },
    example: {
      params: alertParams,
      response: { ...alert, changes: [{ at: morning, to: 'active', by: null, text, report }] },
    },
  },
  'GET /api/alerts/csv': {
    summary: 'Download alerts as CSV',
    schema: { querystring: alertsQuery.omit({ before: true, limit: true }) },
    example: { query: { show: 'history' } },
  },
  'POST /api/alerts/acknowledge': {
    summary: 'Acknowledge alerts',
    errors: {
      '403 forbidden':
        'The account may only view the devices of all of them, and no escalation passed one of them on to it.',
    },
    schema: { body: acknowledgeRequest, response: { 200: changedAlerts } },
    example: { body: { ids: [310] }, response: { alerts: [acknowledged] } },
  },
  'POST /api/alerts/mute': {
    summary: 'Snooze alerts for a while',
    errors: viewOnly,
    schema: { body: muteRequest, response: { 200: changedAlerts } },
    example: {
      body: { ids: [310], minutes: 60 },
      response: { alerts: [{ ...alert, mutedUntil: morning + hourMs }] },
    },
  },
} satisfies Operations;
