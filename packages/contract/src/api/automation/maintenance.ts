import { z } from 'zod';
import { maintenanceList, maintenanceRequest } from '../../automation/maintenance.ts';
import { espid, hourMs, morning } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { idParams } from '../params.ts';

const params = { id: 4 };
const scope = { kind: 'devices', espids: [espid] };
const list = {
  windows: [
    {
      id: 4,
      scope,
      from: morning,
      until: morning + 4 * hourMs,
      weekly: false,
      running: true,
      devices: 1,
      mayEnd: true,
    },
  ],
  devices: [{ espid, until: morning + 4 * hourMs, window: 4 }],
};
const noneSuch = { '404 not_found': 'The account knows no such maintenance.' };
const viewOnly = { '403 forbidden': 'The account may not operate all of its devices.' };

export const maintenanceOperations = {
  'GET /api/maintenance': {
    summary: 'List what is in maintenance or will be',
    schema: { response: { 200: maintenanceList } },
    example: { response: list },
  },
  'POST /api/maintenance': {
    summary: 'Put devices into maintenance',
    description:
      'Alerts of devices in maintenance are recorded and notify nobody. What is still active when it ends does then.',
    errors: {
      '400 bad_request': 'It would end before it begins, or lasts for too long, or the group is not the account’s.',
      '403 forbidden': 'The account may only view one of the devices.',
      '404 not_found': 'The account has no such device.',
      '409 limit_reached': 'The owner of the devices has as many as there may be at a time.',
    },
    schema: { body: maintenanceRequest, response: { 201: maintenanceList } },
    example: { body: { scope, from: null, until: morning + 4 * hourMs, weekly: false }, response: list },
  },
  'POST /api/maintenance/:id/end': {
    summary: 'End a maintenance now',
    description: 'One that is weekly begins again in its next week.',
    errors: { ...noneSuch, ...viewOnly },
    schema: { params: idParams, response: { 200: maintenanceList } },
    example: { params, response: { windows: [], devices: [] } },
  },
  'DELETE /api/maintenance/:id': {
    summary: 'Delete a planned or running maintenance',
    errors: { ...noneSuch, ...viewOnly },
    schema: { params: idParams, response: { 204: z.null() } },
    example: { params },
  },
} satisfies Operations;
