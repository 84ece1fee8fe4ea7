import { z } from 'zod';
import {
  changeProject,
  projectDifference,
  projectList,
  projectRequest,
  project as projectSchema,
  replaceProject,
} from '../../code/projects.ts';
import { espid, kitSetup, morning } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { idParams } from '../params.ts';

const request = { name: 'Greenhouse', setup: kitSetup, espids: [espid] };
const project = { id: 8, ...request, createdAt: morning, updatedAt: morning };
const params = { id: 8 };
const noProject = { '404 not_found': 'You have no such project.' };
const full = { '409 limit_reached': 'The account has as many projects as it can have.' };
const notFound = { '404 not_found': 'You have no such project, or no device with one of these ids.' };
const changed = { '409 conflict': 'Its name or set-up was saved since the version that the body names.' };
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
    summary: 'Replace a sketch project',
    errors: { ...noBoard, ...notFound, ...changed },
    schema: { params: idParams, body: replaceProject, response: { 200: projectSchema } },
    example: { params, body: request, response: project },
  },
  'PATCH /api/projects/:id': {
    summary: 'Change a sketch project',
    description:
      'What the body leaves out stays as it is. With `basedOn`, the `updatedAt` of the version that you read, a newer one is not overwritten.',
    errors: { ...noBoard, ...notFound, ...changed },
    schema: { params: idParams, body: changeProject, response: { 200: projectSchema } },
    example: { params, body: { name: 'Greenhouse', basedOn: morning }, response: project },
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
