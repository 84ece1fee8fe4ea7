import { type Core, coreFor } from '../../../core.ts';
import { createCounter } from '../../../platform/throttle/index.ts';
import type { ControlFeature } from '../../boards/control/index.ts';
import type { DevicesFeature } from '../../boards/devices/index.ts';
import { SceneRunner } from './scene-runner.ts';
import { sceneRunsRepository } from './scene-runs.repository.ts';
import { scenesRepository } from './scenes.repository.ts';
import { sceneRoutes } from './scenes.routes.ts';
import { Scenes } from './scenes.service.ts';

export { countDone } from './scene-runner.ts';
export { sceneRunEnded, scenesChanged } from './scenes.events.ts';

interface ScenesFeatureDeps {
  readonly devices: Pick<DevicesFeature, 'devices' | 'access'>;
  readonly control: Pick<ControlFeature, 'control' | 'targets'>;
}

export type ScenesFeature = ReturnType<typeof createScenes>;

/** Named sets of outputs and events, set by one press or by an automation. */
export function createScenes(server: Core, { devices, control }: ScenesFeatureDeps) {
  const core = coreFor(server, 'scenes');
  const repository = scenesRepository(core.database);
  const runs = sceneRunsRepository(core.database);
  const runner = new SceneRunner({ ...core, ...devices, ...control, repository: runs });
  const counter = createCounter(core.database, { name: 'scene_runs', points: 20, windowSeconds: 10 });
  const scenes = new Scenes({ ...core, ...devices, ...control, repository, runs, runner, counter });
  core.jobs.scheduleByAge('scenes.tidy', '57 3 * * *', async () => {
    await runs.removeOld(core.clock.now());
    await scenes.cleanup();
  });
  core.routes.push((app) => sceneRoutes(app, { scenes }));
  core.parts.push(runner);
  return {
    scenes,
    runner,
    find: (accountId: number, id: number) => repository.find(accountId, id),
    findById: (id: number) => repository.findById(id),
    findRun: (id: number) => runs.find(id),
  };
}
