import {
  type Alert,
  type AlertDetails,
  type AlertList,
  type AlertsQuery,
  type DeviceRight,
  displayName,
  hasRight,
} from '@cyno/contract';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { because, forbidden, notFound } from '../../../platform/errors.ts';
import type { DeviceAccess, DeviceRecord, Devices } from '../../boards/devices/index.ts';
import type { PassedOn } from '../notifications/index.ts';
import { alertTopic } from './alert-notifications.ts';
import { type AlertChange, alertChanged } from './alerts.events.ts';
import type { AlertRow, AlertsRepository, ClearedAlertRow, OpenAlertRow, Visible } from './alerts.repository.ts';
import type { QuietTimes } from './maintenance/quiet-times.ts';

const minuteMs = 60_000;
const rowsPerPage = 500;
const retentionMs = 366 * 24 * 3_600_000;
const maxPerAccount = 10_000;
const maxListed = 1_000;

interface AlertsDeps {
  readonly repository: AlertsRepository;
  readonly devices: Pick<Devices, 'findById' | 'find'>;
  readonly quietTimes: Pick<QuietTimes, 'changed'>;
  readonly notifications: PassedOn;
  readonly access: Pick<DeviceAccess, 'may' | 'roleOf' | 'sharedWith'>;
  readonly bus: EventBus;
  readonly clock: Clock;
}

/** Alerts of the devices that an account may see, and what it does about them. */
export class Alerts {
  readonly #deps: AlertsDeps;

  constructor(deps: AlertsDeps) {
    this.#deps = deps;
  }

  async list(accountId: number, query: AlertsQuery): Promise<AlertList> {
    const visible = this.#visible(accountId);
    const [found, active] = await Promise.all([
      this.#search(accountId, { ...query, limit: query.limit + 1 }),
      this.#deps.repository.countActive(visible),
    ]);
    return { alerts: found.slice(0, query.limit), more: found.length > query.limit, active };
  }

  /** How many are active and not acknowledged, of everything that the account may see. */
  async countActive(accountId: number): Promise<number> {
    const { info, warning, critical } = await this.#deps.repository.countActive(this.#visible(accountId));
    return info + warning + critical;
  }

  /** All alerts of a query, newest first, 500 at a time. */
  async *all(accountId: number, query: Omit<AlertsQuery, 'before' | 'limit'>): AsyncGenerator<readonly Alert[]> {
    for (let before: number | undefined; ; ) {
      const found = await this.#search(accountId, { ...query, before, limit: rowsPerPage });
      if (found.length > 0) yield found;
      if (found.length < rowsPerPage) return;
      before = found.at(-1)?.id;
    }
  }

  /** Throws a 404 when there is no such alert on the devices that the account can see. */
  async details(accountId: number, id: number): Promise<AlertDetails> {
    const { repository } = this.#deps;
    const [row] = await repository.find(this.#visible(accountId), [id]);
    const [alert] = row ? await this.#describeAll(accountId, [row]) : [];
    if (!row || !alert) throw notFound('alert', String(id));
    const isManager = this.#isManager(accountId, row);
    const changes = await repository.changesOf(id);
    return { ...alert, changes: changes.map((change) => ({ ...change, by: isManager ? change.by : null })) };
  }

  /** Those of the ids that the account may see. */
  async find(accountId: number, ids: readonly number[]): Promise<Alert[]> {
    return this.#describeAll(accountId, await this.#deps.repository.find(this.#visible(accountId), ids));
  }

  /** What lasts on these devices, newest first, at most 1,000; who may see it is for the caller to decide. */
  openOf(deviceIds: readonly number[]): Promise<OpenAlertRow[]> {
    return this.#deps.repository.openOf(deviceIds, maxListed);
  }

  /** What was cleared on these devices from an instant on; as `openOf`. */
  clearedOf(deviceIds: readonly number[], from: number): Promise<ClearedAlertRow[]> {
    return this.#deps.repository.clearedOf(deviceIds, from, maxListed);
  }

  /**
   * Throws a 403 when the account may only look at the devices of all of them, and none was passed on to it. Returns what was
   * changed.
   */
  async acknowledge(accountId: number, ids: readonly number[]): Promise<Alert[]> {
    const { repository, clock } = this.#deps;
    const allowed = await this.#allowed(accountId, ids, (rows) => this.#acknowledgeable(accountId, rows));
    return this.#changed(accountId, await repository.acknowledge(allowed, { id: accountId, at: clock.now() }));
  }

  /** Throws a 403 when the account may only look at the devices of all of them. Returns what was changed. Nobody is notified of them until it is over, and then of what is still active; 0 minutes: at once. */
  async mute(accountId: number, ids: readonly number[], minutes: number): Promise<Alert[]> {
    const { repository, clock, quietTimes } = this.#deps;
    const operable = await this.#allowed(accountId, ids, (rows) => this.#operable(accountId, rows));
    const at = clock.now();
    const until = minutes === 0 ? null : at + minutes * minuteMs;
    const changes = await repository.mute(operable, { id: accountId, at }, until);
    for (const ownerId of new Set(changes.map((change) => change.accountId))) await quietTimes.changed(ownerId);
    return this.#changed(accountId, changes);
  }

  /** Removes what is stored for long enough. */
  async cleanup(): Promise<void> {
    const { repository, clock } = this.#deps;
    await repository.removeOld(clock.now() - retentionMs, maxPerAccount);
  }

  async #allowed(
    accountId: number,
    ids: readonly number[],
    choose: (rows: readonly AlertRow[]) => readonly AlertRow[] | Promise<readonly AlertRow[]>,
  ): Promise<number[]> {
    const found = await this.#deps.repository.find(this.#visible(accountId), ids);
    const allowed = await choose(found);
    if (found.length > 0 && allowed.length === 0) {
      throw forbidden(
        'You may only view these devices. Ask their owner if you need to do more.',
        because('devices_view_only'),
      );
    }
    return allowed.map(({ id }) => id);
  }

  #operable(accountId: number, rows: readonly AlertRow[]): AlertRow[] {
    return rows.filter((row) => this.#may(accountId, row, 'operate'));
  }

  /** Also what an escalation passed on to the account, as long as it may see the device and does not decline. */
  async #acknowledgeable(accountId: number, rows: readonly AlertRow[]): Promise<AlertRow[]> {
    const operable = this.#operable(accountId, rows);
    const others = rows.filter((row) => !operable.includes(row) && this.#may(accountId, row, 'view'));
    if (others.length === 0) return operable;
    const topics = others.map(({ id }) => alertTopic(id));
    const passedOn = new Set(await this.#deps.notifications.passedOn(accountId, topics));
    return [...operable, ...others.filter(({ id }) => passedOn.has(alertTopic(id)))];
  }

  #may(accountId: number, { deviceId }: AlertRow, right: DeviceRight): boolean {
    const device = this.#deps.devices.findById(deviceId);
    return device !== undefined && this.#deps.access.may(accountId, device, right);
  }

  async #changed(accountId: number, changes: readonly AlertChange[]): Promise<Alert[]> {
    for (const change of changes) this.#deps.bus.publish(alertChanged, change);
    return this.find(
      accountId,
      changes.map(({ alertId }) => alertId),
    );
  }

  async #search(accountId: number, { espid, ...query }: AlertsQuery): Promise<Alert[]> {
    const device = espid === undefined ? undefined : this.#deps.devices.find(espid);
    if (espid !== undefined && device === undefined) return [];
    const rows = await this.#deps.repository.list(this.#visible(accountId), { ...query, deviceId: device?.id });
    return this.#describeAll(accountId, rows);
  }

  #visible(accountId: number): Visible {
    return { accountId, sharedIds: this.#deps.access.sharedWith(accountId).map(({ id }) => id) };
  }

  /** Checked once more by who may see the device at this moment. */
  async #describeAll(accountId: number, rows: readonly AlertRow[]): Promise<Alert[]> {
    const active = rows.filter(({ state }) => state === 'active');
    const acknowledgeable = new Set(await this.#acknowledgeable(accountId, active));
    return rows.flatMap((row) => {
      const device = this.#deps.devices.findById(row.deviceId);
      if (!device || !this.#deps.access.may(accountId, device, 'view')) return [];
      return [{ ...this.#describe(accountId, row, device), mayAcknowledge: acknowledgeable.has(row) }];
    });
  }

  #describe(accountId: number, row: AlertRow, device: DeviceRecord): Omit<Alert, 'mayAcknowledge'> {
    const { accountId: _, deviceId: __, mutedUntil, acknowledgedBy, ...alert } = row;
    return {
      ...alert,
      espid: device.espid,
      device: displayName(device, 'en'),
      mutedUntil: untilLater(mutedUntil, this.#deps.clock.now()),
      // Those with whom something is shared need not know each other's addresses.
      acknowledgedBy: this.#isManager(accountId, row) ? acknowledgedBy : null,
    };
  }

  #isManager(accountId: number, { deviceId }: AlertRow): boolean {
    const device = this.#deps.devices.findById(deviceId);
    return device !== undefined && hasRight(this.#deps.access.roleOf(accountId, device) ?? 'viewer', 'manage');
  }
}

/** An instant that is over counts as none. */
export const untilLater = (until: number | null, now: number): number | null =>
  until !== null && until > now ? until : null;
