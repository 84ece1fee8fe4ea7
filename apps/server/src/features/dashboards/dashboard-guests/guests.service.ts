import { type DeviceRight, hasRight, type ShareRole } from '@cyno/contract';
import { AppError } from '../../../platform/errors.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import type { OpenScope } from '../../telemetry/live/index.ts';
import { type DashboardScope, dashboardScope } from '../dashboard-scope/index.ts';
import { chosenEspids, type Dashboards, type OwnDevices } from '../dashboards/index.ts';

interface GuestsDeps {
  readonly dashboards: Pick<Dashboards, 'find'>;
  readonly devices: OwnDevices & { find(espid: string): DeviceRecord | undefined };
  /** In which role the dashboard is shared with the account now; null: it is not. */
  dashboardRoleOf(accountId: number, dashboardId: number): ShareRole | null;
  /** Whether its owner lets the account look at what the dashboard was. */
  dashboardPlaybackOf(accountId: number, dashboardId: number): boolean;
  /** Called with each device whose values are shown to somebody else than its owner. */
  noteVisit(accountId: number, device: DeviceRecord, role: ShareRole): void;
}

/** The live channel of an account's pages with one dashboard that is shared with it. */
export const channelOf = (accountId: number, dashboardId: number): string => `share ${accountId} ${dashboardId}`;

/** What dashboards show to those with whom they are shared, whether or not the devices on them are shared too. */
export class Guests {
  readonly #deps: GuestsDeps;

  constructor(deps: GuestsDeps) {
    this.#deps = deps;
  }

  /**
   * What the dashboard opens to the account now, and the same to its owner. Throws a 404 when it is none of the account's, a 403
   * when its role is too small.
   */
  async open(accountId: number, id: number, right: Extract<DeviceRight, 'view' | 'operate'>): Promise<DashboardScope> {
    const { dashboards, devices, dashboardRoleOf, dashboardPlaybackOf, noteVisit } = this.#deps;
    const row = await dashboards.find(accountId, id, right);
    const role = row.accountId === accountId ? 'owner' : (dashboardRoleOf(accountId, id) ?? 'viewer');
    const operates = hasRight(role, 'operate');
    const scope = dashboardScope(
      { ...row, espids: chosenEspids(row, devices) },
      {
        channel: channelOf(accountId, id),
        expiresAt: null,
        etag: null,
        playback: role === 'owner' || dashboardPlaybackOf(accountId, id),
        find: (espid) => devices.find(espid),
        numberOf: ({ espid }) => espid,
        exposes: () => operates,
      },
    );
    if (role !== 'owner') for (const { device } of scope.byDeviceId.values()) noteVisit(accountId, device, role);
    return scope;
  }

  /** What the dashboard opens to a live connection of the account; undefined when it opens nothing. */
  async openLive(accountId: number, id: number): Promise<OpenScope | undefined> {
    const reopen = () => this.#find(accountId, id);
    const scope = await reopen();
    return scope && { scope, reopen };
  }

  async #find(accountId: number, id: number): Promise<DashboardScope | undefined> {
    try {
      return await this.open(accountId, id, 'view');
    } catch (error) {
      if (error instanceof AppError && [403, 404].includes(error.status)) return undefined;
      throw error;
    }
  }
}
