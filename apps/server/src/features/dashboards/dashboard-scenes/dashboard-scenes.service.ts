import type { DashboardScene, SceneRun, ShareRole } from '@cyno/contract';
import { because, forbidden, notFound } from '../../../platform/errors.ts';
import type { ScenesFeature } from '../../automation/scenes/index.ts';
import { nobody, type Requester } from '../../boards/control/index.ts';
import type { DeviceAccess, Devices } from '../../boards/devices/index.ts';
import type { DashboardScenesRepository } from './dashboard-scenes.repository.ts';

interface DashboardScenesDeps {
  readonly repository: DashboardScenesRepository;
  readonly devices: Pick<Devices, 'findById'>;
  readonly access: Pick<DeviceAccess, 'find' | 'may'>;
  readonly scenes: Pick<ScenesFeature, 'findById' | 'scenes'>;
  /** In which role the dashboard is shared with the account now; null: it is not. */
  dashboardRoleOf(accountId: number, dashboardId: number): ShareRole | null;
}

/**
 * Scenes as buttons of dashboards. A scene is its owner's. Somebody else may run it who sees such a button and may operate each device
 * that the scene sets, by shares of these devices: a share of the dashboard opens single controls, and a scene may set what the dashboard
 * does not show.
 */
export class DashboardScenes {
  readonly #deps: DashboardScenesDeps;

  constructor(deps: DashboardScenesDeps) {
    this.#deps = deps;
  }

  /** Throws a 404 for a scene of which the account sees no button, a 403 when it may not operate each of its devices. */
  async get(accountId: number, id: number): Promise<DashboardScene> {
    const ownerId = await this.#ownerOf(accountId, id);
    const { usedBy: _, ...scene } = await this.#deps.scenes.scenes.get(ownerId, id);
    const isOwn = ownerId === accountId;
    return isOwn ? scene : { ...scene, lastRun: scene.lastRun && { ...scene.lastRun, by: nobody } };
  }

  /** Throws as `get`, and a 429 after too many runs of the account. */
  async run(accountId: number, id: number, by: Requester): Promise<SceneRun> {
    return this.#deps.scenes.scenes.run(await this.#ownerOf(accountId, id), id, by);
  }

  /** Whose the scene is, if the account may run it. */
  async #ownerOf(accountId: number, id: number): Promise<number> {
    const { scenes, access } = this.#deps;
    const scene = await scenes.findById(id);
    if (!scene) throw notFound('scene', String(id));
    if (scene.accountId === accountId) return accountId;
    if (!(await this.#seesButton(accountId, scene.accountId, id))) throw notFound('scene', String(id));
    if (!scene.actions.every(({ espid }) => access.find(accountId, espid, 'operate'))) {
      throw forbidden(
        'You may not operate each device of this scene. Ask the owner of the dashboard for that.',
        because('scene_not_allowed'),
      );
    }
    return scene.accountId;
  }

  async #seesButton(accountId: number, ownerId: number, sceneId: number): Promise<boolean> {
    const { repository, devices, access, dashboardRoleOf } = this.#deps;
    const buttons = await repository.listButtons(ownerId, sceneId);
    return buttons.some(({ dashboardId, deviceId }) => {
      if (deviceId === null) return dashboardRoleOf(accountId, dashboardId) !== null;
      const device = devices.findById(deviceId);
      return device !== undefined && access.may(accountId, device, 'view');
    });
  }
}
