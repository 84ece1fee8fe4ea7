import { z } from 'zod';
import {
  deviceGroup,
  deviceGroupList,
  deviceGroupRequest,
  groupOrderRequest,
  savedView,
  savedViewList,
  savedViewRequest,
} from '../../boards/many-devices.ts';
import type { Operations } from '../operation.ts';
import { idParams } from '../params.ts';

const group = { id: 4, name: 'North field', hue: 3 };
const groupRequest = { name: 'North field', hue: 3 };
const view = { id: 2, name: 'Dry soil', query: 'q=greenhouse&sort=name' };
const viewRequest = { name: 'Dry soil', query: 'q=greenhouse&sort=name' };
const noGroup = { '404 not_found': 'You have no group with this id.' };
const noView = { '404 not_found': 'You have no saved view with this id.' };
const taken = { '400 bad_request': 'You have a group with this name already.' };

export const deviceGroupOperations = {
  'GET /api/device-groups': {
    summary: 'List your device groups',
    schema: { response: { 200: deviceGroupList } },
    example: { response: { groups: [group] } },
  },
  'POST /api/device-groups': {
    summary: 'Create a device group',
    errors: { ...taken, '403 limit_reached': 'Your account has as many groups as it can have.' },
    schema: { body: deviceGroupRequest, response: { 201: deviceGroup } },
    example: { body: groupRequest, response: group },
  },
  'POST /api/device-groups/order': {
    summary: 'Reorder your device groups',
    errors: { '400 bad_request': 'The list does not name each of your groups exactly once.' },
    schema: { body: groupOrderRequest, response: { 200: deviceGroupList } },
    example: { body: { ids: [4] }, response: { groups: [group] } },
  },
  'PUT /api/device-groups/:id': {
    summary: 'Change a device group',
    errors: { ...taken, ...noGroup },
    schema: { params: idParams, body: deviceGroupRequest, response: { 200: deviceGroup } },
    example: { params: { id: 4 }, body: groupRequest, response: group },
  },
  'DELETE /api/device-groups/:id': {
    summary: 'Delete a device group',
    description: 'Its devices stay, in no group.',
    errors: {
      ...noGroup,
      '409 conflict':
        'An alert rule or automation uses the group, which the sentence names, or maintenance of it runs or is planned.',
    },
    schema: { params: idParams, response: { 204: z.null() } },
    example: { params: { id: 4 } },
  },
  'GET /api/device-views': {
    summary: 'List your saved views of the device list',
    schema: { response: { 200: savedViewList } },
    example: { response: { views: [view] } },
  },
  'POST /api/device-views': {
    summary: 'Save a view of the device list',
    errors: { '403 limit_reached': 'Your account has as many saved views as it can have.' },
    schema: { body: savedViewRequest, response: { 201: savedView } },
    example: { body: viewRequest, response: view },
  },
  'PUT /api/device-views/:id': {
    summary: 'Change a saved view',
    errors: noView,
    schema: { params: idParams, body: savedViewRequest, response: { 200: savedView } },
    example: { params: { id: 2 }, body: viewRequest, response: view },
  },
  'DELETE /api/device-views/:id': {
    summary: 'Delete a saved view',
    errors: noView,
    schema: { params: idParams, response: { 204: z.null() } },
    example: { params: { id: 2 } },
  },
} satisfies Operations;
