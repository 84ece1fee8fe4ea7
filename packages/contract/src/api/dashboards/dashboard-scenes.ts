import { dashboardScene, sceneRun } from '../../automation/scenes.ts';
import { espid, hourMs, morning, pumpTarget, queuedCommand } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { idParams } from '../params.ts';

const params = { id: 3 };
const lastRun = {
  id: 51,
  sceneId: 3,
  at: morning - hourMs,
  by: { kind: 'link', name: null },
  outcome: 'running',
  results: [
    {
      espid,
      kind: 'output',
      target: '4',
      mode: 'digit',
      value: '0',
      commandId: queuedCommand.id,
      state: queuedCommand.state,
      ms: null,
      reason: null,
    },
  ],
};
const scene = {
  id: 3,
  name: 'Evening',
  actions: [{ espid, ...pumpTarget, value: 0 }],
  labels: ['Pump'],
  locked: false,
  lastRun,
};
const refused = {
  '403 forbidden': 'You may not operate each device of the scene.',
  '404 not_found': 'There is no such scene, or no dashboard that you may see has a button for it.',
};

export const dashboardSceneOperations = {
  'GET /api/dashboard-scenes/:id': {
    summary: 'Get a scene that a dashboard has a button for',
    description: 'For its owner, and for who sees the dashboard and may operate each device of the scene.',
    errors: refused,
    schema: { params: idParams, response: { 200: dashboardScene } },
    example: { params, response: scene },
  },
  'POST /api/dashboard-scenes/:id/run': {
    summary: 'Run a scene that a dashboard has a button for',
    errors: { ...refused, '429 rate_limited': 'You have run too many scenes within ten seconds.' },
    schema: { params: idParams, response: { 202: sceneRun } },
    example: { params, response: lastRun },
  },
} satisfies Operations;
