import { isDeepStrictEqual } from 'node:util';
import {
  joined,
  maxScenes,
  type Scene,
  type SceneAction,
  type SceneList,
  type SceneRequest,
  type SceneRun,
  type SceneUser,
} from '@cyno/contract';
import { actionProblem } from '@cyno/device-protocol';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, badRequest, because, notFound } from '../../../platform/errors.ts';
import { KeyedQueue } from '../../../platform/keyed-queue.ts';
import type { Counter } from '../../../platform/throttle/index.ts';
import type { ControlFeature, Requester } from '../../boards/control/index.ts';
import type { DeviceAccess } from '../../boards/devices/index.ts';
import { nameOf, namesAndMore, sceneIdsOf } from '../definitions/index.ts';
import type { SceneRunner } from './scene-runner.ts';
import type { SceneRunsRepository } from './scene-runs.repository.ts';
import { scenesChanged } from './scenes.events.ts';
import type { SceneRow, ScenesRepository } from './scenes.repository.ts';

/** A deleted scene can be restored for so long. */
const undoMs = 24 * 3_600_000;

interface ScenesDeps {
  readonly repository: ScenesRepository;
  readonly runs: Pick<SceneRunsRepository, 'lastOf'>;
  readonly runner: SceneRunner;
  readonly access: Pick<DeviceAccess, 'find'>;
  readonly targets: Pick<ControlFeature['targets'], 'findOutput' | 'findEvent'>;
  /** How often an account runs scenes. */
  readonly counter: Counter;
  readonly bus: EventBus;
  readonly clock: Clock;
}

/** The scenes of accounts: stored, checked, and shown with what became of them. */
export class Scenes {
  readonly #deps: ScenesDeps;
  /** One change of an account's at a time: of two at once both would be the last that fits. */
  readonly #queue = new KeyedQueue<number>();

  constructor(deps: ScenesDeps) {
    this.#deps = deps;
  }

  async list(accountId: number): Promise<SceneList> {
    const { repository, runs, runner } = this.#deps;
    const describe = runner.describer();
    const [rows, users, last] = await Promise.all([
      repository.list(accountId),
      this.#users(accountId),
      runs.lastOf(accountId),
    ]);
    const lastRuns = new Map(last.map((run) => [run.sceneId, describe(run)]));
    const scenes = rows.map((row) => this.#show(row, users.get(row.id), lastRuns.get(row.id)));
    return { scenes, allowed: maxScenes };
  }

  /** Throws `limit_reached` above 50 scenes, and a 400 for a name that is taken or what the account may not operate. */
  create(accountId: number, request: SceneRequest): Promise<Scene> {
    return this.#queue.run(accountId, async () => {
      const { repository, clock } = this.#deps;
      this.#check(accountId, request.actions);
      await this.#checkCapacity(accountId);
      const row = await repository.add(accountId, request, clock.now());
      if (!row) throw taken(request);
      this.#changed(accountId);
      return this.#show(row);
    });
  }

  /** What it already set may stay in it, also when its device is gone. */
  replace(accountId: number, id: number, request: SceneRequest): Promise<Scene> {
    return this.#queue.run(accountId, async () => {
      const { repository, clock } = this.#deps;
      const before = await this.#get(accountId, id);
      const isNew = (action: SceneAction) => !before.actions.some((known) => isDeepStrictEqual(known, action));
      this.#check(accountId, request.actions.filter(isNew));
      const row = await repository.save(accountId, id, { ...request, updatedAt: clock.now() });
      if (row === 'taken') throw taken(request);
      if (!row) throw notFound('scene', String(id));
      this.#changed(accountId);
      const { scenes } = await this.list(accountId);
      return scenes.find((scene) => scene.id === id) ?? this.#show(row);
    });
  }

  /** Throws a 409 that names the automations that run it. */
  remove(accountId: number, id: number): Promise<void> {
    return this.#queue.run(accountId, async () => {
      await this.#get(accountId, id);
      const users = (await this.#users(accountId)).get(id) ?? [];
      if (users.length > 0) {
        const names = joined(
          users.slice(0, 5).map(({ name, espid }) => `"${name}" of ${this.#deviceName(accountId, espid)}`),
        );
        const rest = users.length > 5 ? `, and ${users.length - 5} more` : '';
        throw new AppError(
          409,
          'conflict',
          `The scene is run by ${names}${rest}. Change or delete that first.`,
          because(
            'scene_in_use',
            namesAndMore(users.map(({ name, espid }) => `“${name}” (${this.#deviceName(accountId, espid)})`)),
          ),
        );
      }
      await this.#deps.repository.remove(accountId, id, this.#deps.clock.now());
      this.#changed(accountId);
    });
  }

  /** Throws a 404 when no such scene was deleted in the last day, `limit_reached` above 50 scenes, and a 400 when its name is taken. */
  restore(accountId: number, id: number): Promise<Scene> {
    return this.#queue.run(accountId, async () => {
      const { repository, clock } = this.#deps;
      const deleted = await repository.findDeleted(accountId, id, clock.now() - undoMs);
      if (!deleted) throw notFound('deleted scene', String(id));
      await this.#checkCapacity(accountId);
      if (!(await repository.restore(id))) throw taken(deleted);
      this.#changed(accountId);
      return this.get(accountId, id);
    });
  }

  /** Forgets what cannot be restored any more. */
  async cleanup(): Promise<void> {
    const { repository, clock } = this.#deps;
    await repository.forget(clock.now() - undoMs);
  }

  /** Runs it for somebody. Throws a 404 also for the scene of another account, a 429 after too many of who runs it. */
  async run(accountId: number, id: number, by: Requester): Promise<SceneRun> {
    await this.#deps.counter.take(String(by.id ?? accountId));
    const run = await this.#deps.runner.run(await this.#get(accountId, id), { by, waitsMs: null });
    if (!run) throw notFound('scene', String(id));
    return run;
  }

  /** Throws a 404 when the account has no such scene. */
  async get(accountId: number, id: number): Promise<Scene> {
    const scene = (await this.list(accountId)).scenes.find((one) => one.id === id);
    if (!scene) throw notFound('scene', String(id));
    return scene;
  }

  async has(accountId: number, id: number): Promise<boolean> {
    return (await this.#deps.repository.find(accountId, id)) !== undefined;
  }

  async #get(accountId: number, id: number): Promise<SceneRow> {
    const row = await this.#deps.repository.find(accountId, id);
    if (!row) throw notFound('scene', String(id));
    return row;
  }

  async #checkCapacity(accountId: number): Promise<void> {
    if ((await this.#deps.repository.count(accountId)) < maxScenes) return;
    throw new AppError(
      403,
      'limit_reached',
      `An account has at most ${maxScenes} scenes. Delete one you no longer need.`,
      because('too_many_scenes', { max: maxScenes }),
    );
  }

  #check(accountId: number, actions: readonly SceneAction[]): void {
    for (const action of actions) {
      const device = this.#deps.access.find(accountId, action.espid, 'operate');
      if (!device) {
        throw badRequest(
          `There is no device "${action.espid}" that you may operate. Choose another one.`,
          because('device_not_yours_to_operate', { espid: action.espid }),
        );
      }
      const problem = actionProblem(device.family, action);
      if (problem !== null) {
        throw badRequest(
          `${device.name}: ${problem}`,
          action.kind === 'output' ? because('pin_impossible', { pin: action.pin }) : because('event_invalid'),
        );
      }
    }
  }

  async #users(accountId: number): Promise<Map<number, SceneUser[]>> {
    const users = new Map<number, SceneUser[]>();
    for (const row of await this.#deps.repository.listUsers(accountId)) {
      const user = { automationId: row.id, espid: row.espid, name: nameOf(row) };
      for (const id of sceneIdsOf(row.definition)) users.set(id, [...(users.get(id) ?? []), user]);
    }
    return users;
  }

  #deviceName(accountId: number, espid: string): string {
    return this.#deps.access.find(accountId, espid, 'view')?.name ?? espid;
  }

  #show({ id, accountId, name, actions }: SceneRow, usedBy: SceneUser[] = [], lastRun: SceneRun | null = null): Scene {
    const { access, targets } = this.#deps;
    const setUp = actions.map((action) => {
      const device = access.find(accountId, action.espid, 'operate');
      if (!device) return { label: null, locked: false };
      if (action.kind === 'event') return targets.findEvent(device.id, action.name) ?? { label: null, locked: false };
      const output = targets.findOutput(device.id, action.pin);
      return { label: output?.name ?? null, locked: output?.locked ?? false };
    });
    const labels = setUp.map(({ label }) => label);
    const locked = setUp.some((target) => target.locked);
    return { id, name, actions, labels, locked, usedBy, lastRun };
  }

  #changed(accountId: number): void {
    this.#deps.bus.publish(scenesChanged, { accountId });
  }
}

const taken = ({ name }: Pick<SceneRequest, 'name'>) =>
  badRequest(`You have a scene "${name}" already.`, because('name_taken', { name }));
