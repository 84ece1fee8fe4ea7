import { isDeepStrictEqual } from 'node:util';
import {
  type AccountDashboard,
  type ConfirmAccountDashboard,
  type DashboardList,
  type DashboardSummary,
  type DashboardVersion,
  type DeviceRight,
  type DeviceRole,
  type FollowedDevices,
  hasRight,
  maxDashboards,
  type NewDashboard,
  type SaveAccountDashboard,
  type ShareRole,
} from '@cyno/contract';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, badRequest, forbidden, notFound } from '../../../platform/errors.ts';
import { KeyedQueue } from '../../../platform/keyed-queue.ts';
import type { AccountDashboardsRepository, ListedDashboard } from './account-dashboards.repository.ts';
import { approvedAfter, type Editor, seenOf, waitingOf } from './approval.ts';
import { checkSeen, seenAmong } from './changed-devices.ts';
import { type ChoosesDevices, chosenEspids, followedDevices, withOwned } from './chosen-devices.ts';
import {
  changedAt,
  changedMeanwhile,
  checkChange,
  contentOf,
  type DashboardDevices,
  describe,
  versionsOf,
} from './dashboard-contents.ts';
import { accountDashboardsChanged } from './dashboards.events.ts';
import type { DashboardContent, DashboardRow, DashboardsRepository } from './dashboards.repository.ts';

/** Deleted dashboards can be brought back for so long. */
const graceMs = 7 * 24 * 60 * 60_000;

/** With whom dashboards are shared. */
export interface DashboardSharing {
  /** In which role the dashboard is shared with the account now; null: it is not. */
  dashboardRoleOf(accountId: number, dashboardId: number): ShareRole | null;
  /** The dashboards of others that are shared with the account now. */
  dashboardsSharedWith(accountId: number): readonly number[];
  /** The accounts that the dashboard is shared with now. */
  accountsSharing(dashboardId: number): readonly number[];
}

interface AccountDashboardsDeps extends DashboardSharing {
  readonly repository: DashboardsRepository;
  readonly own: AccountDashboardsRepository;
  readonly devices: DashboardDevices;
  readonly bus: EventBus;
  readonly clock: Clock;
  /** Null: the account has no such group. */
  groupName(accountId: number, groupId: number): Promise<string | null>;
}

/** Dashboards that belong to an account and not to one device. */
export class AccountDashboards {
  readonly #deps: AccountDashboardsDeps;
  /** One dashboard of an account's is added at a time: of two at once both would be the last that fits. */
  readonly #queue = new KeyedQueue<number>();

  constructor(deps: AccountDashboardsDeps) {
    this.#deps = deps;
  }

  /** The account's own and those that are shared with it, the newest change first, and what it deleted recently. */
  async list(accountId: number): Promise<DashboardList> {
    const { own, clock } = this.#deps;
    const rows = await own.list(accountId, this.#deps.dashboardsSharedWith(accountId));
    const deleted = await own.listDeleted(accountId, clock.now() - graceMs);
    const devices = withOwned(this.#deps.devices, accountId);
    return {
      dashboards: rows.flatMap((row) => {
        const role = this.#roleOf(accountId, row);
        return role ? [summarize(row, chosenEspids(row, devices), role)] : [];
      }),
      deleted: deleted.map(({ id, name, deletedAt }) => ({ id, name, restorableUntil: (deletedAt ?? 0) + graceMs })),
    };
  }

  /** Throws a 404 when it is none of the account's, a 403 when the account's role is too small. */
  async get(accountId: number, id: number): Promise<AccountDashboard> {
    return this.#describe(accountId, await this.find(accountId, id, 'view'));
  }

  /** The dashboard when the account has the right to it. Throws a 404 or 403 otherwise. */
  async find(accountId: number, id: number, right: DeviceRight): Promise<DashboardRow> {
    const row = await this.#deps.repository.findById(id);
    const role = row && row.deviceId === null ? this.#roleOf(accountId, row) : null;
    if (!row || role === null) throw notFound('dashboard', String(id));
    if (!hasRight(role, right)) throw forbidden('You may not do this with the dashboard. Ask its owner.');
    return row;
  }

  /** Throws `limit_reached` above 100, a 400 for widgets that do not fit their boards or that the account may not show. */
  async create(accountId: number, { name, widgets, ...request }: NewDashboard): Promise<AccountDashboard> {
    const { own, clock } = this.#deps;
    const chosen = { espids: request.follows === null ? request.espids : [], follows: request.follows };
    await this.#check({ widgets, ...chosen }, { ownerId: accountId, editorId: accountId });
    return this.#queue.run(accountId, async () => {
      await this.#checkCapacity(accountId);
      const now = clock.now();
      const content = { name, widgets, ...chosen, template: null, templateVersion: null, editedAt: now };
      const row = await own.add(accountId, { ...content, approved: seenOf(this.#chosenOf(accountId, content)) }, now);
      this.notify(row);
      return this.#describe(accountId, row);
    });
  }

  /**
   * Throws as `create`, and a 409 when it is not based on the present version. Of what it follows others get the devices that the
   * editor had before the eyes; what came meanwhile waits until its owner confirms.
   */
  async save(
    editor: Editor,
    id: number,
    { name, widgets, basedOn, espids: seen, ...request }: SaveAccountDashboard,
  ): Promise<AccountDashboard> {
    const { clock } = this.#deps;
    const { id: accountId } = editor;
    const present = await this.find(accountId, id, 'manage');
    if (present.version !== basedOn) throw changedMeanwhile();
    const chosen = { espids: request.follows === null ? seen : [], follows: request.follows };
    await this.#check({ widgets, ...chosen }, { present, ownerId: present.accountId, editorId: accountId });
    const at = clock.now();
    await this.#replace(present, { ...contentOf(present), name, widgets, ...chosen, editedAt: at }, { editor, seen });
    return this.get(accountId, id);
  }

  /** Its owner can bring it back for seven days. */
  async remove(accountId: number, id: number): Promise<{ restorableUntil: number }> {
    const row = await this.find(accountId, id, 'own');
    const now = this.#deps.clock.now();
    await this.#deps.own.markDeleted(id, now);
    this.notify(row);
    return { restorableUntil: now + graceMs };
  }

  /** Undoes `remove`. Throws a 404 when there is nothing to bring back. */
  undelete(accountId: number, id: number): Promise<AccountDashboard> {
    return this.#queue.run(accountId, async () => {
      await this.#checkCapacity(accountId);
      const row = await this.#deps.own.unmarkDeleted(accountId, id, this.#deps.clock.now() - graceMs);
      if (!row) throw notFound('deleted dashboard', String(id));
      this.notify(row);
      return this.#describe(accountId, row);
    });
  }

  /** The present version and those before it, newest first. */
  async versions(accountId: number, id: number): Promise<DashboardVersion[]> {
    return versionsOf(this.#deps.repository, await this.find(accountId, id, 'manage'));
  }

  /** Makes a new version of an earlier one. Throws a 404 when that is not stored. */
  async restore(editor: Editor, id: number, version: number): Promise<AccountDashboard> {
    const { repository } = this.#deps;
    const { id: accountId } = editor;
    const present = await this.find(accountId, id, 'manage');
    const earlier = await repository.findVersion(id, version);
    if (!earlier) throw notFound('version', String(version));
    const ownerId = present.accountId;
    // What its owner took off, nobody else brings back without a right of their own.
    if (accountId !== ownerId) await this.#check(earlier, { present, ownerId, editorId: accountId });
    // Which devices the earlier one shows by now nobody has looked at yet.
    const { espids: seen } = present.approved ?? this.#chosenOf(ownerId, present);
    await this.#replace(present, contentOf(earlier), { editor, seen });
    return this.get(accountId, id);
  }

  async #replace(present: DashboardRow, content: DashboardContent, { editor, seen }: ChangeBy): Promise<void> {
    const { repository, clock } = this.#deps;
    const { id, version: basedOn, accountId } = present;
    const approved = approvedAfter(editor, accountId, {
      present: { ...this.#chosenOf(accountId, present), approved: present.approved },
      changed: seenAmong(this.#chosenOf(accountId, content), seen),
    });
    if (!(await repository.replace(id, content, { at: clock.now(), basedOn, approved }))) throw changedMeanwhile();
    this.notify(present);
  }

  /**
   * Its owner has looked at the dashboard as it is, so that others may get all of it. Throws a 409 for another version, or when it has
   * other devices by now.
   */
  async confirm(
    accountId: number,
    id: number,
    { version, espids: seen }: ConfirmAccountDashboard,
  ): Promise<AccountDashboard> {
    const row = await this.find(accountId, id, 'own');
    if (row.version !== version) throw changedMeanwhile();
    const chosen = this.#chosenOf(accountId, row);
    checkSeen(seen, chosen.espids, (espid) => this.#deps.devices.findDevice(espid)?.name);
    const approved = seenOf(chosen);
    if (!(await this.#deps.repository.approve(id, version, approved))) throw changedMeanwhile();
    this.notify(row);
    return this.get(accountId, id);
  }

  /** Removes for good what was deleted seven days ago. */
  purge(): Promise<void> {
    return this.#deps.own.purge(this.#deps.clock.now() - graceMs);
  }

  #roleOf(accountId: number, row: Pick<DashboardRow, 'id' | 'accountId'>): DeviceRole | null {
    return row.accountId === accountId ? 'owner' : this.#deps.dashboardRoleOf(accountId, row.id);
  }

  async #checkCapacity(accountId: number): Promise<void> {
    if ((await this.#deps.own.count(accountId)) < maxDashboards) return;
    throw new AppError(
      403,
      'limit_reached',
      `An account has at most ${maxDashboards} dashboards. Delete one that you do not need.`,
    );
  }

  async #describe(accountId: number, row: DashboardRow): Promise<AccountDashboard> {
    const role = this.#roleOf(accountId, row) ?? 'viewer';
    const espids = [...chosenEspids(row, this.#deps.devices)];
    // Links of one that follows have lists of their own, so that its devices wait only for those with whom it is shared.
    const isAlone = row.follows !== null && this.#deps.accountsSharing(row.id).length === 0;
    const waiting = isAlone ? undefined : waitingOf({ ...row, espids });
    const described = { ...describe(row), ...(waiting && { waiting }) };
    return { ...described, espids, follows: await this.#follows(row), role, savedAt: changedAt(row) };
  }

  async #follows({ follows, accountId }: DashboardRow): Promise<FollowedDevices | null> {
    if (follows === null) return null;
    const devices = followedDevices(follows, accountId, this.#deps.devices).length;
    if (follows.kind === 'tag') return { ...follows, devices };
    return { ...follows, devices, name: await this.#deps.groupName(accountId, follows.groupId) };
  }

  /** Throws a 400 for a change that the editor, or the owner, may not make. */
  async #check(changed: ChangedContent, { present, ownerId, editorId }: ChangedBy): Promise<void> {
    const { devices, groupName } = this.#deps;
    if (!isDeepStrictEqual(changed.follows, present?.follows ?? null)) {
      // Anyone who has a share could otherwise show themselves, and each other, devices of the owner's that come later.
      if (editorId !== ownerId) throw badRequest('Only the owner of the dashboard decides which devices it follows.');
      const isGone = changed.follows?.kind === 'group' && (await groupName(ownerId, changed.follows.groupId)) === null;
      if (isGone) throw badRequest('You have no such group any more. Choose another one.');
    }
    checkChange(devices, {
      changed: this.#chosenOf(ownerId, changed),
      present: present ? this.#chosenOf(ownerId, present) : null,
      ownerId,
      editorId,
    });
  }

  /** With the devices that can be chosen now. */
  #chosenOf<Content extends ChangedContent>(accountId: number, content: Content) {
    const chooses: ChoosesDevices = { ...content, accountId, deviceId: null };
    return { ...content, espids: chosenEspids(chooses, this.#deps.devices) };
  }

  /** Has the dashboard read again by everybody who has it. */
  notify({ id, accountId }: Pick<DashboardRow, 'id' | 'accountId'>): void {
    for (const each of [accountId, ...this.#deps.accountsSharing(id)]) {
      this.#deps.bus.publish(accountDashboardsChanged, { accountId: each });
    }
  }
}

type ChangedContent = Pick<DashboardContent, 'widgets' | 'espids' | 'follows'>;
/** Who replaces a dashboard, with which of the devices that it follows before the eyes. */
interface ChangeBy {
  readonly editor: Editor;
  readonly seen: readonly string[];
}

interface ChangedBy {
  readonly present?: DashboardRow;
  readonly ownerId: number;
  readonly editorId: number;
}

const summarize = (row: ListedDashboard, espids: readonly string[], role: DeviceRole): DashboardSummary => ({
  id: row.id,
  version: row.version,
  name: row.name,
  espids: [...espids],
  role,
  savedAt: changedAt(row),
  devices: [...new Set([...espids, ...row.places.flatMap(({ device }) => device ?? [])])],
  places: row.places.map(({ device: _device, ...place }) => place),
});
