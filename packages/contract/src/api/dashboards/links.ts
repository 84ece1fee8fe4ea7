import { z } from 'zod';
import { commandList } from '../../boards/control.ts';
import {
  linkChange,
  linkCreated,
  linkList,
  newLink,
  publicAlerts,
  publicCommandRequest,
  publicControl,
  publicControlQuery,
  publicDashboard,
  publicHistoryQuery,
  publicLink,
  unlocked,
  unlockRequest,
} from '../../dashboards/links.ts';
import { historyResponse } from '../../telemetry/telemetry.ts';
import {
  exampleAlertLimit,
  exampleClearedAlert,
  exampleDashboard,
  exampleDashboardAlert,
  hourMs,
  morning,
  pumpOutput,
  queuedCommand,
  secret,
  sentCommand,
  soilHistory,
  token43,
} from '../farm.ts';
import type { OperationErrors, Operations } from '../operation.ts';
import { dashboardLinkParams, idParams } from '../params.ts';

const settings = { name: 'Neighbours', expiresAt: null, exposed: ['pump'], origins: ['https://example.com'] };
const link = {
  ...settings,
  id: 2,
  hasPassword: true,
  createdAt: morning,
  openedAt: null,
  devices: null,
  viewers: 0,
};
const params = { id: 5 };
const linkParams = { id: 5, linkId: 2 };
const password = secret.padEnd(8, '.');

const noDashboard: OperationErrors = { '404 not_found': 'You have no such dashboard.' };
const noLink: OperationErrors = { '404 not_found': 'You have no such dashboard, or it has no such link.' };
const badSettings: OperationErrors = {
  '400 bad_request': 'The end is over already, or `exposed` names what is no control of the dashboard.',
};
const changedDevices: OperationErrors = {
  '409 conflict': 'The devices of the dashboard changed; `devices` names those that it has now.',
};
const tooManyPasswords: OperationErrors = { '429 rate_limited': 'Too many passwords of your account within a minute.' };

const noSuchLink: OperationErrors = {
  '404 not_found': 'The header `X-Cyno-Link` holds no token of a link, or the link has ended.',
  '429 rate_limited': 'Too many tokens that do not exist, or too many calls of this network or link.',
};
const locked: OperationErrors = { '403 forbidden': 'The link has a password: unlock it first.', ...noSuchLink };
const header = 'The header `X-Cyno-Link` holds the token, `X-Cyno-Unlock` what its password was exchanged for.';

export const linkOperations = {
  'GET /api/dashboards/:id/links': {
    summary: 'List the public links of a dashboard',
    errors: noDashboard,
    schema: { params: idParams, response: { 200: linkList } },
    example: { params, response: { links: [link] } },
  },
  'POST /api/dashboards/:id/links': {
    summary: 'Create a public link of a dashboard',
    description: 'The response is the only one that holds the token.',
    errors: {
      ...badSettings,
      ...noDashboard,
      ...changedDevices,
      '409 limit_reached': 'The dashboard has as many links as it can have.',
      ...tooManyPasswords,
    },
    schema: { params: idParams, body: newLink, response: { 201: linkCreated } },
    example: { params, body: { ...settings, password }, response: { link, token: token43 } },
  },
  'PUT /api/dashboards/:id/links/:linkId': {
    summary: 'Change a public link',
    errors: { ...badSettings, ...noLink, ...changedDevices, ...tooManyPasswords },
    schema: { params: dashboardLinkParams, body: linkChange, response: { 200: publicLink } },
    example: { params: linkParams, body: settings, response: link },
  },
  'DELETE /api/dashboards/:id/links/:linkId': {
    summary: 'Revoke a public link',
    errors: noLink,
    schema: { params: dashboardLinkParams, response: { 204: z.null() } },
    example: { params: linkParams },
  },
} satisfies Operations;

export const publicDashboardOperations = {
  'GET /api/public/dashboard': {
    summary: 'Get what a public link shows',
    description: `${header} While it is locked, nothing else is in the response.`,
    errors: noSuchLink,
    schema: { response: { 200: publicDashboard } },
    example: { response: exampleDashboard('1') },
  },
  'GET /api/public/dashboard/history': {
    summary: 'Get the history that a public link draws',
    description: header,
    errors: locked,
    schema: { querystring: publicHistoryQuery, response: { 200: historyResponse } },
    example: { query: { device: '1', minutes: 60 }, response: soilHistory },
  },
  'GET /api/public/dashboard/alerts': {
    summary: 'List the alerts of what a public link shows',
    description: header,
    errors: locked,
    schema: { response: { 200: publicAlerts } },
    example: {
      response: {
        alerts: [{ ...exampleDashboardAlert, device: '1' }],
        cleared: [{ ...exampleClearedAlert, device: '1' }],
        limits: [{ ...exampleAlertLimit, device: '1' }],
      },
    },
  },
  'GET /api/public/dashboard/control': {
    summary: 'Get the state of the controls of a public link',
    description: header,
    errors: locked,
    schema: { querystring: publicControlQuery, response: { 200: publicControl } },
    example: {
      query: { device: '1' },
      response: { outputs: [pumpOutput], events: [], commands: [sentCommand] },
    },
  },
  'POST /api/public/dashboard/unlock': {
    summary: 'Unlock a public link with its password',
    description: header,
    errors: { '403 wrong_credentials': 'That is not the password of the link.', ...noSuchLink },
    schema: { body: unlockRequest, response: { 200: unlocked } },
    example: { body: { password }, response: { unlock: secret, until: morning + 12 * hourMs } },
  },
  'POST /api/public/dashboard/commands': {
    summary: 'Operate a control of a public link',
    description: header,
    errors: {
      '403 forbidden': 'The link is locked, or does not let this be operated.',
      ...noSuchLink,
      '409 conflict': 'The device is paused, or its board is offline.',
    },
    schema: { body: publicCommandRequest, response: { 202: commandList } },
    example: {
      body: { kind: 'io', device: '1', pins: [{ pin: '4', mode: 'digit', value: 1 }] },
      response: { commands: [queuedCommand] },
    },
  },
} satisfies Operations;
