import type { Operations } from '../operation.ts';

const group = { id: 4, name: 'North field', hue: 3 };
const groupRequest = { name: 'North field', hue: 3 };
const view = { id: 2, name: 'Dry soil', query: 'q=greenhouse&sort=name' };
const viewRequest = { name: 'Dry soil', query: 'q=greenhouse&sort=name' };
const noGroup = { '404 not_found': 'You have no group with this id.' };
const noView = { '404 not_found': 'You have no saved view with this id.' };
const taken = { '400 bad_request': 'You have a group with this name already.' };

export const deviceGroupOperations: Operations = {
  'GET /api/device-groups': { summary: 'List your device groups', example: { response: { groups: [group] } } },
  'POST /api/device-groups': {
    summary: 'Create a device group',
    errors: { ...taken, '403 limit_reached': 'Your account has as many groups as it can have.' },
    example: { body: groupRequest, response: group },
  },
  'POST /api/device-groups/order': {
    summary: 'Reorder your device groups',
    errors: { '400 bad_request': 'The list does not name each of your groups exactly once.' },
    example: { body: { ids: [4] }, response: { groups: [group] } },
  },
  'PUT /api/device-groups/:id': {
    summary: 'Change a device group',
    errors: { ...taken, ...noGroup },
    example: { params: { id: 4 }, body: groupRequest, response: group },
  },
  'DELETE /api/device-groups/:id': {
    summary: 'Delete a device group',
    description: 'Its devices stay, in no group.',
    errors: noGroup,
    example: { params: { id: 4 } },
  },
  'GET /api/device-views': {
    summary: 'List your saved views of the device list',
    example: { response: { views: [view] } },
  },
  'POST /api/device-views': {
    summary: 'Save a view of the device list',
    errors: { '403 limit_reached': 'Your account has as many saved views as it can have.' },
    example: { body: viewRequest, response: view },
  },
  'PUT /api/device-views/:id': {
    summary: 'Change a saved view',
    errors: noView,
    example: { params: { id: 2 }, body: viewRequest, response: view },
  },
  'DELETE /api/device-views/:id': {
    summary: 'Delete a saved view',
    errors: noView,
    example: { params: { id: 2 } },
  },
};
