import type { Logger } from '../../../platform/log/index.ts';
import { chosenEspids, followedDevices, type OwnDevices, withOwned } from './chosen-devices.ts';
import type { DashboardsRepository, FollowingDashboard } from './dashboards.repository.ts';

/** A fleet that is set up changes its list many times a second. */
const settleMs = 200;

interface FollowingDeps {
  readonly repository: Pick<DashboardsRepository, 'listFollowing'>;
  readonly devices: OwnDevices;
  readonly log: Logger;
  groupsOf(accountId: number): Promise<readonly { readonly id: number; readonly name: string }[]>;
  notify(dashboard: FollowingDashboard): void;
}

/** Notifies pages when the devices of dashboards that follow a tag or a group have become others. */
export class Following {
  readonly #deps: FollowingDeps;
  /** The dashboards of each account that follow something; read when its devices change for the first time after a change of theirs. */
  readonly #dashboards = new Map<number, Promise<FollowingDashboard[]>>();
  /** What pages were last notified of for each of them. */
  readonly #lastNotified = new Map<number, string>();
  readonly #waiting = new Set<number>();

  constructor(deps: FollowingDeps) {
    this.#deps = deps;
  }

  /** To be called when dashboards of the account were changed. */
  forget(accountId: number): void {
    this.#dashboards.delete(accountId);
  }

  /** To be called when devices of the account came or went, or their tags or groups were changed. */
  devicesChanged(accountId: number): void {
    if (this.#waiting.has(accountId)) return;
    this.#waiting.add(accountId);
    const check = () => {
      this.#waiting.delete(accountId);
      this.#check(accountId).catch((err: unknown) => {
        this.forget(accountId);
        this.#deps.log.warn({ err }, 'Dashboards that follow devices could not be notified of a change');
      });
    };
    setTimeout(check, settleMs).unref();
  }

  async #check(accountId: number): Promise<void> {
    const dashboards = this.#dashboards.get(accountId) ?? this.#deps.repository.listFollowing(accountId);
    this.#dashboards.set(accountId, dashboards);
    const others: FollowingDashboard[] = [];
    const following = await dashboards;
    if (following.length === 0) return;
    const groups = await this.#deps.groupsOf(accountId);
    const devices = withOwned(this.#deps.devices, accountId);
    for (const dashboard of following) {
      const now = describe(dashboard, devices, groups);
      if (this.#lastNotified.get(dashboard.id) !== now) others.push(dashboard);
      this.#lastNotified.set(dashboard.id, now);
    }
    for (const dashboard of others) this.#deps.notify(dashboard);
  }
}

/** What pages are to be notified of: which devices a dashboard shows, how many there are, and what its group is called. */
function describe(
  dashboard: FollowingDashboard,
  devices: OwnDevices,
  groups: Awaited<ReturnType<FollowingDeps['groupsOf']>>,
): string {
  const { follows, accountId } = dashboard;
  if (follows === null) return '';
  const group = follows.kind === 'group' ? groups.find(({ id }) => id === follows.groupId) : undefined;
  const { length } = followedDevices(follows, accountId, devices);
  return JSON.stringify([chosenEspids(dashboard, devices), length, group?.name ?? null]);
}
