import {
  accountDashboard as accountDashboardSchema,
  dashboardDeleted,
  dashboardList,
  dashboardTemplates,
  dashboardVersions,
  deviceDashboard,
  newDashboard,
  saveAccountDashboard,
  saveDashboard,
  takeTemplate,
} from '../../dashboards/dashboards.ts';
import { confirmAccountDashboard, confirmDashboard } from '../../dashboards/shared-dashboards.ts';
import { dayMs, espid, morning, widgets } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { dashboardVersionParams, deviceParams, deviceVersionParams, idParams } from '../params.ts';

const origin = { template: 'farm', version: 1 };
const dashboard = { id: 3, version: 2, name: 'Greenhouse', widgets, origin, editedAt: morning };
const state = {
  dashboard,
  announced: origin,
  offer: null,
  templates: [{ ...origin, title: 'Farm' }],
};
const versions = {
  versions: [{ version: 2, name: 'Greenhouse', widgets: 2, origin, editedAt: morning, savedAt: morning }],
};
const params = { espid };
const changed = { '409 conflict': 'The dashboard was changed since the version that the body names.' };
const overtaken = { '409 conflict': 'The dashboard was changed in the same moment.' };
const tooLarge = { '413 too_large': 'The dashboard is larger than 512 KB, its pictures included.' };
const badContent = { '400 bad_request': 'Widgets overlap, share an id, or name what the account may not see.' };

export const deviceDashboardOperations = {
  'GET /api/device/:espid/dashboard': {
    summary: 'Get the dashboard of a device',
    schema: { params: deviceParams, response: { 200: deviceDashboard } },
    example: { params, response: state },
  },
  'PUT /api/device/:espid/dashboard': {
    summary: 'Replace the dashboard of a device by a template',
    errors: { '400 bad_request': 'There is no such template, or the board has not sent anything yet.', ...overtaken },
    schema: { params: deviceParams, body: takeTemplate, response: { 200: deviceDashboard } },
    example: { params, body: { template: 'farm' }, response: state },
  },
  'PUT /api/device/:espid/dashboard/widgets': {
    summary: 'Save the dashboard of a device',
    errors: { ...badContent, ...changed, ...tooLarge },
    schema: { params: deviceParams, body: saveDashboard, response: { 200: deviceDashboard } },
    example: { params, body: { name: 'Greenhouse', widgets, basedOn: 1 }, response: state },
  },
  'GET /api/device/:espid/dashboard/versions': {
    summary: 'List the versions of the dashboard of a device',
    schema: { params: deviceParams, response: { 200: dashboardVersions } },
    example: { params, response: versions },
  },
  'POST /api/device/:espid/dashboard/versions/:version/restore': {
    summary: 'Restore a version of the dashboard of a device',
    errors: { '404 not_found': 'The dashboard has no such version.', ...overtaken },
    schema: { params: deviceVersionParams, response: { 200: deviceDashboard } },
    example: { params: { espid, version: 1 }, response: { ...state, dashboard: { ...dashboard, version: 3 } } },
  },
  'POST /api/device/:espid/dashboard/confirm': {
    summary: 'Confirm what others see of a changed dashboard',
    description: 'For the owner, after somebody else changed it.',
    errors: changed,
    schema: { params: deviceParams, body: confirmDashboard, response: { 200: deviceDashboard } },
    example: { params, body: { version: 2 }, response: state },
  },
} satisfies Operations;

const accountDashboard = {
  ...dashboard,
  id: 5,
  name: 'Farm',
  origin: null,
  espids: [espid],
  follows: null,
  role: 'owner',
  savedAt: morning,
};
const request = { name: 'Farm', widgets, espids: [espid], follows: null };
const id = { id: 5 };
const noDashboard = { '404 not_found': 'There is no such dashboard, or it is not shared with you.' };
const mayNot = { '403 forbidden': 'Your role with the dashboard does not include this.' };

export const accountDashboardOperations = {
  'GET /api/dashboards': {
    summary: 'List your dashboards',
    description: 'Also those that are shared with you, and deleted ones that can be restored.',
    schema: { response: { 200: dashboardList } },
    example: {
      response: {
        dashboards: [
          {
            id: 5,
            version: 2,
            name: 'Farm',
            espids: [espid],
            role: 'owner',
            savedAt: morning,
            devices: [espid],
            places: [{ x: 0, y: 0, width: 4, height: 3, type: 'value' }],
          },
        ],
        deleted: [],
      },
    },
  },
  'GET /api/dashboard-templates': {
    summary: 'List dashboard templates',
    schema: { response: { 200: dashboardTemplates } },
    example: { response: { templates: [{ name: 'farm', version: 1, title: 'Farm', widgets }] } },
  },
  'POST /api/dashboards': {
    summary: 'Create a dashboard',
    errors: {
      '400 bad_request': `${badContent['400 bad_request']} Or you have no group that it follows.`,
      '403 limit_reached': 'The account has as many dashboards as it can have.',
      ...tooLarge,
    },
    schema: { body: newDashboard, response: { 201: accountDashboardSchema } },
    example: { body: request, response: accountDashboard },
  },
  'GET /api/dashboards/:id': {
    summary: 'Get a dashboard',
    errors: noDashboard,
    schema: { params: idParams, response: { 200: accountDashboardSchema } },
    example: { params: id, response: accountDashboard },
  },
  'PUT /api/dashboards/:id': {
    summary: 'Save a dashboard',
    errors: {
      '400 bad_request': `${badContent['400 bad_request']} Or only its owner may change what it follows.`,
      ...mayNot,
      ...noDashboard,
      ...changed,
      ...tooLarge,
    },
    schema: { params: idParams, body: saveAccountDashboard, response: { 200: accountDashboardSchema } },
    example: { params: id, body: { ...request, basedOn: 1 }, response: accountDashboard },
  },
  'DELETE /api/dashboards/:id': {
    summary: 'Delete a dashboard',
    description: 'It can be restored until the instant of the response.',
    errors: { ...mayNot, ...noDashboard },
    schema: { params: idParams, response: { 200: dashboardDeleted } },
    example: { params: id, response: { restorableUntil: morning + 7 * dayMs } },
  },
  'POST /api/dashboards/:id/restore': {
    summary: 'Restore a deleted dashboard',
    errors: {
      '403 limit_reached': 'The account has as many dashboards as it can have.',
      '404 not_found': 'You have no such deleted dashboard.',
    },
    schema: { params: idParams, response: { 200: accountDashboardSchema } },
    example: { params: id, response: accountDashboard },
  },
  'GET /api/dashboards/:id/versions': {
    summary: 'List the versions of a dashboard',
    errors: { ...mayNot, ...noDashboard },
    schema: { params: idParams, response: { 200: dashboardVersions } },
    example: { params: id, response: versions },
  },
  'POST /api/dashboards/:id/versions/:version/restore': {
    summary: 'Restore a version of a dashboard',
    errors: {
      '400 bad_request': 'The version shows what you may not see, and you are not the owner.',
      ...mayNot,
      '404 not_found': 'There is no such dashboard or version.',
      ...overtaken,
    },
    schema: { params: dashboardVersionParams, response: { 200: accountDashboardSchema } },
    example: { params: { id: 5, version: 1 }, response: { ...accountDashboard, version: 3 } },
  },
  'POST /api/dashboards/:id/confirm': {
    summary: 'Confirm what others see of a dashboard',
    description: 'For the owner, after somebody else changed it or devices joined what it follows.',
    errors: {
      ...mayNot,
      ...noDashboard,
      '409 conflict': 'The dashboard or its devices changed; `devices` names those that it has now.',
    },
    schema: { params: idParams, body: confirmAccountDashboard, response: { 200: accountDashboardSchema } },
    example: { params: id, body: { version: 2, espids: [espid] }, response: accountDashboard },
  },
} satisfies Operations;
