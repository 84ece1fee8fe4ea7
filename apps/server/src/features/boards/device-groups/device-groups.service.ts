import {
  type DeviceGroup,
  type DeviceGroupRequest,
  maxGroups,
  maxViews,
  type SavedView,
  type SavedViewRequest,
} from '@cyno/contract';
import { AppError, badRequest, because, notFound } from '../../../platform/errors.ts';
import { KeyedQueue } from '../../../platform/keyed-queue.ts';
import type { DeviceGroupsRepository } from './device-groups.repository.ts';

interface Deps {
  readonly repository: DeviceGroupsRepository;
  changed(accountId: number): void;
  removed(accountId: number, groupId: number): Promise<void>;
}

type CheckUnused = (accountId: number, groupId: number) => Promise<void>;

/** Groups of devices, and what the list shows under a name, for each account. */
export class DeviceGroups {
  readonly #deps: Deps;
  /** One change of an account's at a time: of two at once both would be the last that fits. */
  readonly #queue = new KeyedQueue<number>();
  #checkUnused: CheckUnused = async () => {};

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Sets what throws while features that stand above this one find devices by a group. */
  useCheck(check: CheckUnused): void {
    this.#checkUnused = check;
  }

  list(accountId: number): Promise<DeviceGroup[]> {
    return this.#deps.repository.groups(accountId);
  }

  async has(accountId: number, id: number): Promise<boolean> {
    return (await this.list(accountId)).some((group) => group.id === id);
  }

  /** Throws `limit_reached` above 200 groups, and a 400 for a name that is taken. */
  create(accountId: number, request: DeviceGroupRequest): Promise<DeviceGroup> {
    return this.#queue.run(accountId, async () => {
      const groups = await this.list(accountId);
      if (groups.length >= maxGroups)
        throw tooMany('groups', maxGroups, because('too_many_groups', { max: maxGroups }));
      const group = isTaken(groups, request) ? undefined : await this.#deps.repository.addGroup(accountId, request);
      if (!group) throw taken(request);
      this.#deps.changed(accountId);
      return group;
    });
  }

  replace(accountId: number, id: number, request: DeviceGroupRequest): Promise<DeviceGroup> {
    return this.#queue.run(accountId, async () => {
      const others = (await this.list(accountId)).filter((group) => group.id !== id);
      if (isTaken(others, request)) throw taken(request);
      const group = await this.#deps.repository.saveGroup(accountId, id, request);
      if (!group) throw notFound('group', String(id));
      if (group === 'taken') throw taken(request);
      this.#deps.changed(accountId);
      return group;
    });
  }

  /** Its devices stay, in no group. Throws a 409 that names what finds devices by it. */
  async remove(accountId: number, id: number): Promise<void> {
    await this.#checkUnused(accountId, id);
    if (!(await this.#deps.repository.removeGroup(accountId, id))) throw notFound('group', String(id));
    await this.#deps.removed(accountId, id);
    this.#deps.changed(accountId);
  }

  /** Throws a 400 unless the list names each group exactly once. */
  reorder(accountId: number, ids: readonly number[]): Promise<DeviceGroup[]> {
    return this.#queue.run(accountId, async () => {
      const known = new Set((await this.list(accountId)).map((group) => group.id));
      if (known.size !== ids.length || new Set(ids).size !== ids.length || !ids.every((id) => known.has(id))) {
        throw badRequest(
          'The list must name each of your groups exactly once. Load it again and retry.',
          because('list_changed'),
        );
      }
      await this.#deps.repository.saveOrder(accountId, ids);
      this.#deps.changed(accountId);
      return this.list(accountId);
    });
  }

  views(accountId: number): Promise<SavedView[]> {
    return this.#deps.repository.views(accountId);
  }

  createView(accountId: number, request: SavedViewRequest): Promise<SavedView> {
    return this.#queue.run(accountId, async () => {
      if ((await this.views(accountId)).length >= maxViews)
        throw tooMany('saved views', maxViews, because('too_many_views', { max: maxViews }));
      return this.#deps.repository.addView(accountId, request);
    });
  }

  async replaceView(accountId: number, id: number, request: SavedViewRequest): Promise<SavedView> {
    const view = await this.#deps.repository.saveView(accountId, id, request);
    if (!view) throw notFound('saved view', String(id));
    return view;
  }

  async removeView(accountId: number, id: number): Promise<void> {
    if (!(await this.#deps.repository.removeView(accountId, id))) throw notFound('saved view', String(id));
  }
}

const isTaken = (groups: readonly DeviceGroup[], { name }: DeviceGroupRequest) =>
  groups.some((group) => group.name.toLowerCase() === name.toLowerCase());
const taken = ({ name }: DeviceGroupRequest) =>
  badRequest(`You have a group "${name}" already.`, because('name_taken', { name }));
const tooMany = (what: string, max: number, cause: ReturnType<typeof because>) =>
  new AppError(403, 'limit_reached', `An account has at most ${max} ${what}. Delete one you no longer need.`, cause);
