import { kitSetup } from '../boards/sketches.ts';
import { espid, morning } from '../farm.ts';
import type { Operations } from '../operation.ts';

const request = { name: 'Greenhouse', setup: kitSetup, espids: [espid] };
const project = { id: 8, ...request, createdAt: morning, updatedAt: morning };
const params = { id: 8 };
const noProject = { '404 not_found': 'You have no such project.' };
const full = { '409 limit_reached': 'The account has as many projects as it can have.' };
const noBoard = { '400 bad_request': 'There is no such board or kit.' };

export const projectOperations: Operations = {
  'GET /api/projects': { summary: 'List your sketch projects', example: { response: { projects: [project] } } },
  'POST /api/projects': {
    summary: 'Save a sketch as a project',
    errors: { ...noBoard, '404 not_found': 'You have no device with one of these ids.', ...full },
    example: { body: request, response: project },
  },
  'GET /api/projects/:id': {
    summary: 'Get a sketch project',
    errors: noProject,
    example: { params, response: project },
  },
  'PUT /api/projects/:id': {
    summary: 'Change a sketch project',
    errors: { ...noBoard, '404 not_found': 'You have no such project, or no device with one of these ids.' },
    example: { params, body: request, response: project },
  },
  'DELETE /api/projects/:id': { summary: 'Delete a sketch project', errors: noProject, example: { params } },
  'POST /api/projects/:id/duplicate': {
    summary: 'Duplicate a sketch project',
    errors: { ...noProject, ...full },
    example: { params, response: { ...project, id: 9, name: 'Greenhouse (copy)', espids: [] } },
  },
  'GET /api/projects/:id/difference': {
    summary: 'Compare a sketch project with its boards',
    errors: noProject,
    example: {
      params,
      response: {
        devices: [
          {
            espid,
            name: 'Greenhouse',
            online: true,
            lastSeenAt: morning,
            findings: [{ kind: 'missing', subject: 'soil', text: 'The board does not send "soil".' }],
          },
        ],
      },
    },
  },
};
