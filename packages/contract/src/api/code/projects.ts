import { z } from 'zod';
import { projectDifference, projectList, projectRequest, project as projectSchema } from '../../code/projects.ts';
import { espid, kitSetup, morning } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { idParams } from '../params.ts';

const request = { name: 'Greenhouse', setup: kitSetup, espids: [espid] };
const project = { id: 8, ...request, createdAt: morning, updatedAt: morning };
const params = { id: 8 };
const noProject = { '404 not_found': 'You have no such project.' };
const full = { '409 limit_reached': 'The account has as many projects as it can have.' };
const noBoard = { '400 bad_request': 'There is no such board or kit.' };

export const projectOperations = {
  'GET /api/projects': {
    summary: 'List your sketch projects',
    schema: { response: { 200: projectList } },
    example: { response: { projects: [project] } },
  },
  'POST /api/projects': {
    summary: 'Save a sketch as a project',
    errors: { ...noBoard, '404 not_found': 'You have no device with one of these ids.', ...full },
    schema: { body: projectRequest, response: { 201: projectSchema } },
    example: { body: request, response: project },
  },
  'GET /api/projects/:id': {
    summary: 'Get a sketch project',
    errors: noProject,
    schema: { params: idParams, response: { 200: projectSchema } },
    example: { params, response: project },
  },
  'PUT /api/projects/:id': {
    summary: 'Change a sketch project',
    errors: { ...noBoard, '404 not_found': 'You have no such project, or no device with one of these ids.' },
    schema: { params: idParams, body: projectRequest, response: { 200: projectSchema } },
    example: { params, body: request, response: project },
  },
  'DELETE /api/projects/:id': {
    summary: 'Delete a sketch project',
    errors: noProject,
    schema: { params: idParams, response: { 204: z.null() } },
    example: { params },
  },
  'POST /api/projects/:id/duplicate': {
    summary: 'Duplicate a sketch project',
    errors: { ...noProject, ...full },
    schema: { params: idParams, response: { 201: projectSchema } },
    example: { params, response: { ...project, id: 9, name: 'Greenhouse (copy)', espids: [] } },
  },
  'GET /api/projects/:id/difference': {
    summary: 'Compare a sketch project with its boards',
    errors: noProject,
    schema: { params: idParams, response: { 200: projectDifference } },
    example: {
      params,
      response: {
        devices: [
          {
            espid,
            name: 'Greenhouse',
            online: true,
            lastSeenAt: morning,
            findings: [
              {
                ...{ kind: 'missing', subject: 'soil', reason: 'never_sent', values: { key: 'soil' } },
                text: 'The board does not send "soil".',
              },
            ],
          },
        ],
      },
    },
  },
} satisfies Operations;
