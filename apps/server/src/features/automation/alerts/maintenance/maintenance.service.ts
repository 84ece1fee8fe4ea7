import {
  displayName,
  type MaintenanceList,
  type MaintenanceScope,
  type MaintenanceWindow,
  type maintenanceRequest,
} from '@cyno/contract';
import type { z } from 'zod';
import type { EventBus } from '../../../../platform/bus/index.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { AppError, badRequest, because, forbidden, notFound } from '../../../../platform/errors.ts';
import type { DeviceGroups } from '../../../boards/device-groups/index.ts';
import type { DeviceAccess, DeviceRecord, Devices } from '../../../boards/devices/index.ts';
import { maintenanceChanged } from '../alerts.events.ts';
import type { MaintenanceRepository, MaintenanceRow, NewMaintenance } from './maintenance.repository.ts';
import type { QuietTimes } from './quiet-times.ts';

const maxWindows = 100;
const dayMs = 24 * 3_600_000;
const maxLengthMs = 366 * dayMs;
const weekMs = 7 * dayMs;

type Request = z.output<typeof maintenanceRequest>;

interface MaintenanceDeps {
  readonly repository: MaintenanceRepository;
  readonly quietTimes: Pick<QuietTimes, 'changed' | 'weekAfter'>;
  readonly devices: Pick<Devices, 'ofAccount' | 'findById'>;
  readonly access: Pick<DeviceAccess, 'find' | 'may' | 'sharedWith'>;
  readonly groups: Pick<DeviceGroups, 'has'>;
  readonly bus: EventBus;
  readonly clock: Clock;
}

/** Devices that are worked on: their alerts notify nobody. Those who may operate a device put it there, tags and groups are their owner's. */
export class Maintenance {
  readonly #deps: MaintenanceDeps;

  constructor(deps: MaintenanceDeps) {
    this.#deps = deps;
  }

  async list(accountId: number): Promise<MaintenanceList> {
    const { repository, devices, access, clock } = this.#deps;
    const now = clock.now();
    const seen = [...devices.ofAccount(accountId), ...access.sharedWith(accountId)];
    const owners = new Set([accountId, ...seen.map((device) => device.accountId)]);
    const rows = await repository.listOpen([...owners], now);
    const windows: MaintenanceWindow[] = [];
    const inMaintenance = new Map<string, MaintenanceList['devices'][number]>();
    for (const row of rows) {
      const covered = coveredBy(row, seen);
      const window = this.#describe(accountId, row, covered);
      if (window) windows.push(window);
      if (row.from > now) continue;
      for (const { espid } of covered) {
        const known = inMaintenance.get(espid);
        if (!known || known.until < row.until) inMaintenance.set(espid, { espid, until: row.until, window: row.id });
      }
    }
    return { windows, devices: [...inMaintenance.values()] };
  }

  /**
   * Devices of several owners become one maintenance for each of them. Throws a 400 for times that make no sense or a foreign group, a 403
   * and 404 for a device that the account may not operate, a 409 when an owner has 100.
   */
  async add(accountId: number, request: Request): Promise<MaintenanceList> {
    const { repository, quietTimes, clock } = this.#deps;
    const now = clock.now();
    const { until, weekly } = request;
    // One of each week comes back at the hours that were requested, also where it has begun already.
    const from = weekly ? (request.from ?? now) : Math.max(request.from ?? now, now);
    const problem = timesProblem({ from, until, weekly }, now);
    if (problem !== null) throw problem;
    for (const { ownerId, scope } of await this.#scopesOf(accountId, request.scope)) {
      const window = { accountId: ownerId, scope, from, until, weekly };
      if (!(await repository.add(window, { now, limit: maxWindows }))) throw tooMany();
      await this.#changed(ownerId, quietTimes);
    }
    return this.list(accountId);
  }

  /** One that is weekly begins again next week. Throws a 404 when the account knows no such one, a 403 when it may not operate all of it. */
  async end(accountId: number, id: number): Promise<MaintenanceList> {
    const { repository, quietTimes } = this.#deps;
    const row = await this.#operable(accountId, id);
    if (row.weekly) await repository.move(row, quietTimes.weekAfter(row));
    else await repository.remove(id);
    await this.#changed(row.accountId, quietTimes);
    return this.list(accountId);
  }

  /** Throws as `end` does. */
  async remove(accountId: number, id: number): Promise<void> {
    const { repository, quietTimes } = this.#deps;
    const { accountId: ownerId } = await this.#operable(accountId, id);
    await repository.remove(id);
    await this.#changed(ownerId, quietTimes);
  }

  /** Whether a maintenance of the group runs or is planned. */
  async hasGroup(accountId: number, groupId: number): Promise<boolean> {
    const { repository, clock } = this.#deps;
    return (await repository.listOpen([accountId], clock.now())).some((row) => row.groupId === groupId);
  }

  async #changed(ownerId: number, quietTimes: MaintenanceDeps['quietTimes']): Promise<void> {
    await quietTimes.changed(ownerId);
    this.#deps.bus.publish(maintenanceChanged, { accountId: ownerId });
  }

  async #scopesOf(
    accountId: number,
    scope: MaintenanceScope,
  ): Promise<{ ownerId: number; scope: NewMaintenance['scope'] }[]> {
    const { access, groups } = this.#deps;
    if (scope.kind === 'group' && !(await groups.has(accountId, scope.groupId))) {
      throw badRequest('There is no such group in your account.', because('thing_not_found', { thing: 'group' }));
    }
    if (scope.kind !== 'devices') return [{ ownerId: accountId, scope }];
    const found = [...new Set(scope.espids)].map((espid) => {
      const device = access.find(accountId, espid, 'view');
      if (!device) throw notFound('device', espid);
      if (!access.may(accountId, device, 'operate')) {
        const name = displayName(device, 'en');
        throw forbidden(
          `You may not operate ${name}. Ask the owner if you need to do more.`,
          because('device_view_only', { name }),
        );
      }
      return device;
    });
    return [...Map.groupBy(found, (device) => device.accountId)].map(([ownerId, own]) => ({
      ownerId,
      scope: { kind: 'devices', deviceIds: own.map(({ id }) => id) },
    }));
  }

  async #operable(accountId: number, id: number): Promise<MaintenanceRow> {
    const { repository, devices, access } = this.#deps;
    const row = await repository.find(id);
    if (!row) throw notFound('maintenance', String(id));
    const covered = coveredBy(row, [...devices.ofAccount(accountId), ...access.sharedWith(accountId)]);
    const window = this.#describe(accountId, row, covered);
    if (!window) throw notFound('maintenance', String(id));
    if (!window.mayEnd) {
      throw forbidden(
        'You may not operate all of these devices. Ask the owner if you need to do more.',
        because('devices_view_only'),
      );
    }
    return row;
  }

  /** Null: the account has no part in it. What is for a tag or group is for its owner alone, who gives devices these. */
  #describe(accountId: number, row: MaintenanceRow, covered: readonly DeviceRecord[]): MaintenanceWindow | null {
    const isOwn = row.accountId === accountId;
    const scope = scopeOf(row, covered);
    if (scope === null || (!isOwn && (scope.kind !== 'devices' || covered.length === 0))) return null;
    const { id, from, until, weekly } = row;
    const operable = covered.filter((device) => this.#deps.access.may(accountId, device, 'operate'));
    const left = row.deviceIds.filter((deviceId) => this.#deps.devices.findById(deviceId)?.accountId === row.accountId);
    const mayEnd = isOwn || operable.length === left.length;
    const running = from <= this.#deps.clock.now();
    return { id, scope, from, until, weekly, running, devices: covered.length, mayEnd };
  }
}

/** Which of some devices it is for. */
function coveredBy(row: MaintenanceRow, devices: readonly DeviceRecord[]): DeviceRecord[] {
  const named = new Set(row.deviceIds);
  const tag = row.tag?.toLowerCase();
  return devices.filter(
    ({ accountId, id, groupId, tags }) =>
      accountId === row.accountId &&
      (named.has(id) ||
        (row.groupId !== null && groupId === row.groupId) ||
        (tag !== undefined && tags.some((one) => one.toLowerCase() === tag))),
  );
}

/** Null: all devices that it named are gone. */
function scopeOf({ tag, groupId }: MaintenanceRow, covered: readonly DeviceRecord[]): MaintenanceScope | null {
  if (tag !== null) return { kind: 'tag', tag };
  if (groupId !== null) return { kind: 'group', groupId };
  return covered.length > 0 ? { kind: 'devices', espids: covered.map(({ espid }) => espid) } : null;
}

type Times = Pick<Request, 'until' | 'weekly'> & { readonly from: number };

function timesProblem({ from, until, weekly }: Times, now: number): AppError | null {
  if (until <= Math.max(from, now)) return badRequest('It has to end after it begins.', because('end_before_start'));
  if (until - from > maxLengthMs) return badRequest('It can last for a year at most.', because('maintenance_too_long'));
  return weekly && until - from >= weekMs
    ? badRequest('What repeats each week has to be shorter than a week.', because('maintenance_overlaps'))
    : null;
}

const tooMany = () =>
  new AppError(
    409,
    'limit_reached',
    `There are ${maxWindows} maintenances of these devices already. End one first.`,
    because('too_many_maintenances', { max: maxWindows }),
  );
