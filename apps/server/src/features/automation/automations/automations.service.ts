import { isDeepStrictEqual } from 'node:util';
import {
  type Automation,
  type AutomationDefinition,
  type AutomationPatch,
  type AutomationPreview,
  type AutomationRequest,
  type AutomationState,
  automationLogText,
  type DeviceVariable,
  devicesNamedBy,
  type Plan,
} from '@cyno/contract';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, badRequest, because, notFound } from '../../../platform/errors.ts';
import { KeyedQueue } from '../../../platform/keyed-queue.ts';
import type { DeviceLog, DeviceRecord, Devices } from '../../boards/devices/index.ts';
import type { BoardPlan, BoardPrograms } from '../board-programs/index.ts';
import type { AutomationDirectory, AutomationRecord, AutomationRepository } from '../definitions/index.ts';
import { alertRulesOf, definitionProblem, sceneIdsOf, watchesSeveral } from '../definitions/index.ts';
import { type RunsRepository, resultOf, visibleRun } from '../runs/index.ts';
import { automationsChanged } from './automations.events.ts';
import { warningsOf, warningText } from './definition-warnings.ts';
import type { Reach } from './reach.ts';
import { visibleDefinition, visibleStep } from './visible-definition.ts';

/** So many automations a device has at most, whatever the plan allows. */
const maxPerDevice = 200;
/** A deleted automation can be restored for so long. */
const undoMs = 24 * 3_600_000;

interface ServiceDeps {
  readonly repository: AutomationRepository;
  readonly directory: AutomationDirectory;
  readonly programs: BoardPrograms;
  readonly devices: Pick<Devices, 'find' | 'findById' | 'findOwned'>;
  readonly deviceLog: Pick<DeviceLog, 'append'>;
  readonly bus: EventBus;
  readonly clock: Clock;
  timeZoneOf(device: DeviceRecord): string;
  planOf(accountId: number): Pick<Plan, 'name' | 'limits'>;
  /** When a timer runs next, ms since the epoch; null for rules and for timers that are over. */
  nextAt(device: DeviceRecord, definition: AutomationDefinition): number | null;
  variablesOf(deviceId: number): DeviceVariable[];
  readonly runLog: Pick<RunsRepository, 'lastOf' | 'waitingOf' | 'cancelWaiting' | 'storeEnds'>;
}

/** People's timers and rules: stored, checked, and shown with where they run. */
export class Automations {
  readonly #deps: ServiceDeps;
  /** Automations of a device are changed one after the other, so that none slips past a limit. */
  readonly #queue = new KeyedQueue<number>();

  constructor(deps: ServiceDeps) {
    this.#deps = deps;
  }

  /** Publishes that automations of the device changed or ran. */
  announce({ id }: DeviceRecord): void {
    this.#deps.bus.publish(automationsChanged, { deviceId: id });
  }

  async state(device: DeviceRecord, reach: Reach): Promise<AutomationState> {
    const { directory, devices, programs, timeZoneOf, planOf } = this.#deps;
    const own = directory.ofDevice(device.id);
    const readers = directory.readersOf(device.id).filter(({ deviceId }) => {
      const other = devices.findById(deviceId);
      return other !== undefined && other !== device && reach.findDevice(other.espid) === other;
    });
    const described = await this.#show([...own, ...readers], reach);
    return {
      automations: described.slice(0, own.length),
      readers: described.slice(own.length),
      ...programs.budgets(device, programs.planOf(device)),
      timeZone: timeZoneOf(device),
      allowed: planOf(device.accountId).limits.automationsPerDevice,
    };
  }

  /** Throws a 400 for what cannot be done, and a 409 when the device has too many. */
  create(device: DeviceRecord, request: AutomationRequest, reach: Reach): Promise<Automation> {
    return this.#queue.run(device.id, async () => {
      this.#check(device, request, reach);
      this.#checkCapacity(device);
      const { repository, directory, clock } = this.#deps;
      const record = await repository.insert(device.id, request, clock.now());
      directory.put(record);
      return this.#changed(device, record, reach);
    });
  }

  /** What is left out stays as it is. Throws a 404 also for an automation of another device, and a 400 as `create` does. */
  change(device: DeviceRecord, id: number, patch: AutomationPatch, reach: Reach): Promise<Automation> {
    return this.#queue.run(device.id, async () => {
      const before = this.get(device, id);
      const seen = (definition: AutomationDefinition) => visibleDefinition(definition, this.#isVisibleTo(reach));
      const { name, enabled } = before;
      const request = { name, enabled, definition: seen(before.definition), ...patch };
      const isSameDefinition = isDeepStrictEqual(seen(request.definition), seen(before.definition));
      // What is hidden from who saves it stays as it is.
      const definition = isSameDefinition ? before.definition : request.definition;
      // One whose device or variable is gone can still be named and switched off.
      if (!isSameDefinition || (request.enabled && !before.enabled)) this.#check(device, request, reach);
      const { repository, directory, clock } = this.#deps;
      const begun = { active: false, holdsSince: null, revertAt: null };
      const isSame = isSameDefinition && request.enabled;
      const record = { ...before, ...request, definition, ...(!isSame && begun), updatedAt: clock.now() };
      await repository.save(record);
      directory.put(record);
      return this.#changed(device, record, reach);
    });
  }

  /** What it switched stays as it is, and what it has still to do is left out unless it is restored. */
  remove(device: DeviceRecord, id: number): Promise<void> {
    return this.#queue.run(device.id, async () => {
      const { repository, directory, clock } = this.#deps;
      const record = this.get(device, id);
      await repository.remove(id, clock.now());
      directory.remove(record);
      this.announce(device);
    });
  }

  /**
   * With what it had still to do, and switched off when it could not be switched on. Throws a 404 when none such was deleted in the last
   * day, and a 409 when the device has too many.
   */
  restore(
    device: DeviceRecord,
    id: number,
    reachOf: (definition: AutomationDefinition) => Promise<Reach>,
  ): Promise<Automation> {
    return this.#queue.run(device.id, async () => {
      const { repository, directory, clock, runLog } = this.#deps;
      const now = clock.now();
      const deleted = await repository.findDeleted(device.id, id, now - undoMs);
      if (!deleted) throw notFound('deleted automation', String(id));
      this.#checkCapacity(device);
      const reach = await reachOf(deleted.definition);
      const enabled = deleted.enabled && this.#problemOf(device, deleted, reach) === null;
      // It counts as changed when it is restored, and what a changed one had still to do is left out.
      await runLog.storeEnds(deleted);
      const record = await repository.restore(id, { enabled, now });
      if (!record) throw notFound('deleted automation', String(id));
      directory.put(record);
      return this.#changed(device, record, reach);
    });
  }

  /** Forgets what cannot be restored any more. */
  async cleanup(): Promise<void> {
    const { repository, clock } = this.#deps;
    await repository.forget(clock.now() - undoMs);
  }

  /** Leaves out what it has still to do. Throws a 404 also for an automation of another device. */
  async cancelWaiting(device: DeviceRecord, id: number, reach: Reach): Promise<Automation> {
    const record = this.get(device, id);
    const { runLog, clock } = this.#deps;
    await runLog.cancelWaiting(id, { at: clock.now(), ...resultOf([{ code: 'cancelled' }]) });
    return this.#changed(device, record, reach);
  }

  /**
   * After a device came to another account: what reads across the two accounts or runs a scene of the former one is switched off, with a
   * line in the log of its device, and the others continue for the new one.
   */
  async moved(device: DeviceRecord): Promise<void> {
    const { directory, devices } = this.#deps;
    for (const record of directory.all()) {
      const operated = devices.findById(record.deviceId);
      const read = devicesNamedBy(record.definition);
      if (!operated || (operated !== device && !read.includes(device.espid))) continue;
      const lost = read.find((espid) => devices.findOwned(operated.accountId, espid) === undefined);
      const isMoved = operated === device;
      const why = lost === undefined ? lostOfAccount(isMoved, record) : lostDevice(isMoved, lost);
      if (why !== null && record.enabled) await this.#part(operated, record, why);
      else if (isMoved) directory.put({ ...record });
    }
    this.announce(device);
  }

  #part(device: DeviceRecord, record: AutomationRecord, why: Lost): Promise<void> {
    return this.#queue.run(device.id, async () => {
      const { repository, directory, clock, deviceLog } = this.#deps;
      if (directory.find(record.id) !== record) return;
      const off = { ...record, enabled: false, active: false, holdsSince: null, updatedAt: clock.now() };
      await repository.save(off);
      directory.put(off);
      const name = record.name ?? (record.definition.kind === 'rule' ? 'A rule' : 'A timer');
      deviceLog.append(device.id, 'automation', lostText(name, why));
      this.announce(device);
    });
  }

  /** Ends a timer that runs once: it stays in the list as done. */
  finish(record: AutomationRecord): Promise<void> {
    return this.#setEnabled(record, false);
  }

  /** The time of a timer that runs once is still to come. */
  reopen(record: AutomationRecord): Promise<void> {
    return this.#setEnabled(record, true);
  }

  #setEnabled(record: AutomationRecord, enabled: boolean): Promise<void> {
    return this.#queue.run(record.deviceId, async () => {
      const { repository, directory, devices } = this.#deps;
      if (directory.find(record.id) !== record) return;
      const after = { ...record, enabled };
      await repository.save(after);
      directory.put(after);
      const device = devices.findById(record.deviceId);
      if (device) this.announce(device);
    });
  }

  /** Where it would run. `id`: it takes the place of that automation. Throws a 400 as `create` does. */
  preview(
    device: DeviceRecord,
    { definition, id }: { definition: AutomationDefinition; id?: number | undefined },
    reach: Reach,
  ): AutomationPreview {
    if (id !== undefined) this.get(device, id);
    this.#check(device, { name: null, enabled: true, definition }, reach);
    const preview = this.#deps.programs.preview(device, definition, id);
    const others = this.#deps.directory.ofDevice(device.id).filter((other) => other.id !== id && other.enabled);
    const warningReports = warningsOf(definition, {
      where: preview.placement.where,
      others,
      location: device.location,
    });
    const warnings = warningReports.map(warningText);
    return { ...preview, warnings, warningReports, nextAt: this.#deps.nextAt(device, definition) };
  }

  /** The most automations that one of these devices has. */
  fullestOf(devices: readonly DeviceRecord[]): { used: number; where: string | null } {
    let fullest: { used: number; where: string | null } = { used: 0, where: null };
    for (const { id, name } of devices) {
      const used = this.#deps.directory.ofDevice(id).length;
      if (used > fullest.used) fullest = { used, where: name };
    }
    return fullest;
  }

  /** Throws a 404 also for an automation of another device. */
  get(device: DeviceRecord, id: number): AutomationRecord {
    const record = this.#deps.directory.find(id);
    if (record?.deviceId !== device.id) throw notFound('automation', String(id));
    return record;
  }

  #check(device: DeviceRecord, request: AutomationRequest, reach: Reach): void {
    const problem = this.#problemOf(device, request, reach);
    if (problem) throw problem;
  }

  #problemOf(device: DeviceRecord, { definition, enabled }: AutomationRequest, reach: Reach): AppError | null {
    const { variablesOf } = this.#deps;
    return (
      definitionProblem(definition, { device, variablesOf, ...reach }) ??
      (enabled && this.#isOver(device, definition)
        ? badRequest('This time is over. Choose a later date or time.', because('automation_time_over'))
        : null)
    );
  }

  /** Whether somebody may read an id in an automation. An owner reads those of deleted devices too, and none that others have. */
  #isVisibleTo({ isOwner, findDevice }: Reach): (espid: string) => boolean {
    const { devices } = this.#deps;
    return (espid) => findDevice(espid) !== undefined || (isOwner && devices.find(espid) === undefined);
  }

  #isOver(device: DeviceRecord, definition: AutomationDefinition): boolean {
    if (definition.kind === 'rule' || definition.repeat.type !== 'once') return false;
    // Without the place of the device nobody knows when the sun rises.
    const isKnown = definition.at.type === 'time' || device.location !== null;
    return isKnown && this.#deps.nextAt(device, definition) === null;
  }

  #checkCapacity(device: DeviceRecord): void {
    const { name, limits } = this.#deps.planOf(device.accountId);
    const allowed = limits.automationsPerDevice;
    const used = this.#deps.directory.ofDevice(device.id).length;
    if (allowed !== null && used >= allowed) {
      const sentence = `The plan ${name} has room for ${allowed} automations a device. Remove one, or change to a larger plan.`;
      throw new AppError(
        409,
        'limit_reached',
        sentence,
        because('plan_automations_limit', { plan: name, max: allowed }),
      );
    }
    if (used >= maxPerDevice) {
      throw new AppError(
        409,
        'limit_reached',
        `A device has at most ${maxPerDevice} automations. Remove one first.`,
        because('too_many_automations', { max: maxPerDevice }),
      );
    }
  }

  async #changed(device: DeviceRecord, record: AutomationRecord, reach: Reach): Promise<Automation> {
    this.announce(device);
    const [described] = await this.#show([record], reach);
    if (!described) throw notFound('automation', String(record.id));
    return described;
  }

  async #show(records: readonly AutomationRecord[], reach: Reach): Promise<Automation[]> {
    const ids = records.map(({ id }) => id);
    const { runLog } = this.#deps;
    const [last, waiting] = await Promise.all([runLog.lastOf(ids), runLog.waitingOf(ids)]);
    const runs = new Map(last.map((run) => [run.automationId, visibleRun(run, reach)]));
    const plans = new Map<number, BoardPlan>();
    return records.flatMap((record) => {
      const device = this.#deps.devices.findById(record.deviceId);
      if (!device) return [];
      const { id, name, enabled, definition, active } = record;
      const plan = plans.get(device.id) ?? this.#deps.programs.planOf(device);
      plans.set(device.id, plan);
      const placement = this.#deps.programs.placement(plan, record);
      const isVisible = this.#isVisibleTo(reach);
      const isWatched = definition.kind === 'rule' && placement.where === 'server' && enabled;
      return {
        id,
        espid: device.espid,
        name,
        enabled,
        definition: visibleDefinition(definition, isVisible),
        placement,
        nextAt: enabled ? this.#deps.nextAt(device, definition) : null,
        active: isWatched ? active : null,
        lastRun: runs.get(id) ?? null,
        waiting: (waiting.get(id) ?? []).map(({ at, step }) => ({ at, step: step && visibleStep(step, isVisible) })),
      };
    });
  }
}

/** What an automation needs and another account has now. */
type Lost =
  | { readonly code: 'reads'; readonly espid: string }
  | { readonly code: 'reads_other' | 'runs_scene' | 'reads_alert_rule' | 'watches_devices' };

const lostText = (name: string, lost: Lost): string =>
  lost.code === 'reads'
    ? automationLogText('reads', { name, espid: lost.espid })
    : automationLogText(lost.code, { name });

/** A device that stays is not named in the account to which the other one goes. */
const lostDevice = (isMoved: boolean, espid: string): Lost =>
  isMoved ? { code: 'reads_other' } : { code: 'reads', espid };

/** What stays with the account that made it, when a device with its automations goes. */
function lostOfAccount(isMoved: boolean, { definition }: AutomationRecord): Lost | null {
  if (!isMoved) return null;
  if (sceneIdsOf(definition).length > 0) return { code: 'runs_scene' };
  if (alertRulesOf(definition).length > 0) return { code: 'reads_alert_rule' };
  return watchesSeveral(definition) ? { code: 'watches_devices' } : null;
}
