import { z } from 'zod';
import { sceneList, sceneRequest, sceneRun, scene as sceneSchema } from '../../automation/scenes.ts';
import { espid, hourMs, morning, otherEspid, ownerEmail, pumpTarget, queuedCommand, sentCommand } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { idParams } from '../params.ts';

const params = { id: 3 };
const request = {
  name: 'Evening',
  actions: [
    { espid, ...pumpTarget, value: 0 },
    { espid: otherEspid, kind: 'event', name: 'mode', value: 'night' },
  ],
};
const results = [
  {
    espid,
    kind: 'output',
    target: '4',
    mode: 'digit',
    value: '0',
    commandId: sentCommand.id,
    state: 'acknowledged',
    ms: 84,
    reason: null,
  },
  {
    espid: otherEspid,
    kind: 'event',
    target: 'mode',
    mode: null,
    value: 'night',
    commandId: null,
    state: 'refused',
    ms: null,
    reason: 'There is no such device that you may operate.',
  },
];
const run = {
  id: 51,
  sceneId: 3,
  at: morning - hourMs,
  by: { kind: 'person', name: ownerEmail },
  outcome: 'partly',
  results,
};
const scene = {
  id: 3,
  ...request,
  labels: ['Pump', null],
  locked: false,
  usedBy: [{ automationId: 40, espid, name: 'every day at 18:00' }],
  lastRun: run,
};
const noScene = { '404 not_found': 'You have no scene with this id.' };
const noSense = {
  '400 bad_request': 'The name is taken, or an action does not fit a device that you may operate.',
};
const tooMany = { '403 limit_reached': 'Your account has as many scenes as it can have.' };

export const sceneOperations = {
  'GET /api/scenes': {
    summary: 'List your scenes',
    schema: { response: { 200: sceneList } },
    example: { response: { scenes: [scene], allowed: 50 } },
  },
  'POST /api/scenes': {
    summary: 'Create a scene',
    errors: { ...noSense, ...tooMany },
    schema: { body: sceneRequest, response: { 201: sceneSchema } },
    example: { body: request, response: { ...scene, usedBy: [], lastRun: null } },
  },
  'PUT /api/scenes/:id': {
    summary: 'Change a scene',
    errors: { ...noSense, ...noScene },
    schema: { params: idParams, body: sceneRequest, response: { 200: sceneSchema } },
    example: { params, body: request, response: scene },
  },
  'DELETE /api/scenes/:id': {
    summary: 'Delete a scene',
    errors: { ...noScene, '409 conflict': 'An automation runs the scene; the sentence names it.' },
    schema: { params: idParams, response: { 204: z.null() } },
    example: { params },
  },
  'POST /api/scenes/:id/restore': {
    summary: 'Restore a deleted scene',
    errors: {
      '400 bad_request': 'Another scene has its name by now.',
      '404 not_found': 'You deleted no such scene in the last day.',
      ...tooMany,
    },
    schema: { params: idParams, response: { 200: sceneSchema } },
    example: { params, response: scene },
  },
  'POST /api/scenes/:id/run': {
    summary: 'Run a scene',
    description:
      'Each output and event is set as far as you may operate its device now. The response comes before the boards report: the list of scenes has what became of it.',
    errors: { ...noScene, '429 rate_limited': 'You have run too many scenes within ten seconds.' },
    schema: { params: idParams, response: { 202: sceneRun } },
    example: {
      params,
      response: {
        ...run,
        outcome: 'running',
        results: [{ ...results[0], state: queuedCommand.state, ms: null }, results[1]],
      },
    },
  },
} satisfies Operations;
