import type { Actor } from '@cyno/contract';
import { defineEvent } from '../../../platform/bus/index.ts';

/** Scenes of an account came, changed or went, or something became of one that ran. */
export const scenesChanged = defineEvent<{ readonly accountId: number }>('scenes.changed', {
  scope: 'cluster',
  key: 'accountId',
});

/** Each board of a scene that ran reported, or did not in time, and that is written. */
export const sceneRunEnded = defineEvent<{ readonly runId: number; readonly by: Actor['kind'] }>('scene-run.ended', {
  scope: 'node',
});
