import {
  type AccountDashboard,
  type DashboardList,
  type DashboardSummary,
  type DashboardVersion,
  type DeviceRight,
  type DeviceRole,
  hasRight,
  maxDashboards,
  type NewDashboard,
  type SaveAccountDashboard,
  type ShareRole,
} from '@cyno/contract';
import type { Clock } from '../../platform/clock.ts';
import { AppError, forbidden, notFound } from '../../platform/errors.ts';
import { InTurn } from '../../platform/in-turn.ts';
import type { AccountDashboardsRepository, ListedDashboard } from './account-dashboards.repository.ts';
import {
  changedAt,
  changedMeanwhile,
  checkChange,
  contentOf,
  type DashboardDevices,
  describe,
  versionsOf,
} from './dashboard-contents.ts';
import type { DashboardRow, DashboardsRepository } from './dashboards.repository.ts';

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
  readonly clock: Clock;
}

/** Dashboards that belong to an account and not to one device. */
export class AccountDashboards {
  readonly #deps: AccountDashboardsDeps;
  readonly #listeners = new Set<(accountId: number) => void>();
  /** One dashboard of an account's is added at a time: of two at once both would be the last that fits. */
  readonly #turns = new InTurn<number>();

  constructor(deps: AccountDashboardsDeps) {
    this.#deps = deps;
  }

  /** Calls the listener with each account that is to read its dashboards again. Answers how to end that. */
  subscribe(listener: (accountId: number) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The account's own and those that are shared with it, the newest change first, and what it deleted of late. */
  async list(accountId: number): Promise<DashboardList> {
    const { own, clock } = this.#deps;
    const rows = await own.list(accountId, this.#deps.dashboardsSharedWith(accountId));
    const deleted = await own.listDeleted(accountId, clock.now() - graceMs);
    return {
      dashboards: rows.flatMap((row) => {
        const role = this.#roleOf(accountId, row);
        return role ? [summarize(row, role)] : [];
      }),
      deleted: deleted.map(({ id, name, deletedAt }) => ({ id, name, restorableUntil: (deletedAt ?? 0) + graceMs })),
    };
  }

  /** Throws a 404 when it is none of the account's, a 403 when the account's role is too small. */
  async get(accountId: number, id: number): Promise<AccountDashboard> {
    return this.#answer(accountId, await this.find(accountId, id, 'view'));
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
  create(accountId: number, { name, widgets, espids }: NewDashboard): Promise<AccountDashboard> {
    const { own, devices, clock } = this.#deps;
    checkChange(devices, { changed: { widgets, espids }, present: null, ownerId: accountId, editorId: accountId });
    return this.#turns.run(accountId, async () => {
      await this.#checkRoom(accountId);
      const now = clock.now();
      const content = { name, widgets, espids, template: null, templateVersion: null, editedAt: now };
      const row = await own.add(accountId, content, now);
      this.#changed(row);
      return this.#answer(accountId, row);
    });
  }

  /** Throws as `create`, and a 409 when it is not based on the present version. */
  async save(
    accountId: number,
    id: number,
    { name, widgets, espids, basedOn }: SaveAccountDashboard,
  ): Promise<AccountDashboard> {
    const { repository, devices, clock } = this.#deps;
    const present = await this.find(accountId, id, 'manage');
    if (present.version !== basedOn) throw changedMeanwhile();
    const by = { ownerId: present.accountId, editorId: accountId };
    checkChange(devices, { changed: { widgets, espids }, present, ...by });
    const at = clock.now();
    const content = { ...contentOf(present), name, widgets, espids, editedAt: at };
    if (!(await repository.replace(id, content, { at, basedOn }))) throw changedMeanwhile();
    this.#changed(present);
    return this.get(accountId, id);
  }

  /** Its owner can bring it back for seven days. */
  async remove(accountId: number, id: number): Promise<{ restorableUntil: number }> {
    const row = await this.find(accountId, id, 'own');
    const now = this.#deps.clock.now();
    await this.#deps.own.markDeleted(id, now);
    this.#changed(row);
    return { restorableUntil: now + graceMs };
  }

  /** Undoes `remove`. Throws a 404 when there is nothing to bring back. */
  bringBack(accountId: number, id: number): Promise<AccountDashboard> {
    return this.#turns.run(accountId, async () => {
      await this.#checkRoom(accountId);
      const row = await this.#deps.own.unmarkDeleted(accountId, id, this.#deps.clock.now() - graceMs);
      if (!row) throw notFound('deleted dashboard', String(id));
      this.#changed(row);
      return this.#answer(accountId, row);
    });
  }

  /** The present version and those before it, newest first. */
  async versions(accountId: number, id: number): Promise<DashboardVersion[]> {
    return versionsOf(this.#deps.repository, await this.find(accountId, id, 'manage'));
  }

  /** Makes a new version of an earlier one. Throws a 404 when that is not kept. */
  async restore(accountId: number, id: number, version: number): Promise<AccountDashboard> {
    const { repository, devices, clock } = this.#deps;
    const present = await this.find(accountId, id, 'manage');
    const earlier = await repository.findVersion(id, version);
    if (!earlier) throw notFound('version', String(version));
    const ownerId = present.accountId;
    // What its owner took off, nobody else brings back without a right of their own.
    if (accountId !== ownerId) checkChange(devices, { changed: earlier, present, ownerId, editorId: accountId });
    const { version: basedOn } = present;
    if (!(await repository.replace(id, contentOf(earlier), { at: clock.now(), basedOn }))) throw changedMeanwhile();
    this.#changed(present);
    return this.get(accountId, id);
  }

  /** Removes for good what was deleted seven days ago. */
  purge(): Promise<void> {
    return this.#deps.own.purge(this.#deps.clock.now() - graceMs);
  }

  #roleOf(accountId: number, row: Pick<DashboardRow, 'id' | 'accountId'>): DeviceRole | null {
    return row.accountId === accountId ? 'owner' : this.#deps.dashboardRoleOf(accountId, row.id);
  }

  async #checkRoom(accountId: number): Promise<void> {
    if ((await this.#deps.own.count(accountId)) < maxDashboards) return;
    throw new AppError(
      403,
      'limit_reached',
      `An account has at most ${maxDashboards} dashboards. Delete one that you do not need.`,
    );
  }

  #answer(accountId: number, row: DashboardRow): AccountDashboard {
    const role = this.#roleOf(accountId, row) ?? 'viewer';
    return { ...describe(row), espids: row.espids, role, savedAt: changedAt(row) };
  }

  #changed({ id, accountId }: DashboardRow): void {
    for (const each of [accountId, ...this.#deps.accountsSharing(id)]) {
      for (const listener of this.#listeners) listener(each);
    }
  }
}

const summarize = (row: ListedDashboard, role: DeviceRole): DashboardSummary => ({
  ...{ id: row.id, version: row.version, name: row.name, espids: row.espids, role, savedAt: changedAt(row) },
  devices: [...new Set([...row.espids, ...row.places.flatMap(({ device }) => device ?? [])])],
  places: row.places.map(({ device: _device, ...place }) => place),
});
