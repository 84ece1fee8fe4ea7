import { isDeepStrictEqual } from 'node:util';
import { type AutomationDefinition, devicesNamedBy } from '@cyno/contract';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { FairQueue } from '../../../platform/fair-queue.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { SharedRun } from '../../../platform/shared-run.ts';
import type { Control } from '../../boards/control/index.ts';
import {
  type DeviceLog,
  type DeviceRecord,
  type Devices,
  deviceListChanged,
  devicePausedChanged,
} from '../../boards/devices/index.ts';
import { pointReceived } from '../../telemetry/ingest/index.ts';
import type { Telemetry } from '../../telemetry/telemetry/index.ts';
import { type AlertChange, alertChanged } from '../alerts/index.ts';
import {
  type AutomationChange,
  type AutomationDirectory,
  type AutomationRecord,
  type AutomationRepository,
  automationChanged,
  targetOf,
  watchedDevices,
} from '../definitions/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { alertFactsRepository, ConditionSources, RuleRunner, ruleProgressRepository } from '../rules/index.ts';
import { Runs, type RunsRepository, runsRepository } from '../runs/index.ts';
import type { ScenesFeature } from '../scenes/index.ts';
import { StepRunner } from '../steps/index.ts';
import { nextRunAt, TimerRunner } from '../timers/index.ts';
import { remoteChanges } from './remote-changes.ts';

/** What this server wrote down late, and what other servers did, is looked at this often. */
const followEveryMs = 5_000;
/**
 * So many devices are processed at once. Hundreds of rules may become true with one message, and thousands of timers in one
 * second; people and boards need the connections to the database meanwhile.
 */
const devicesAtOnce = 4;
/** A run of before the start that led to no command belongs to nobody any more. */
const orphanedAtStartMs = 2_000;

export interface EngineDeps {
  readonly database: Database;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly directory: AutomationDirectory;
  readonly repository: Pick<AutomationRepository, 'listAll'>;
  readonly devices: Pick<Devices, 'findById' | 'findOwned' | 'ofAccount'>;
  readonly deviceLog: Pick<DeviceLog, 'append'>;
  readonly control: Pick<Control, 'switchOutputs' | 'sendEvent' | 'ofOrigin'>;
  readonly telemetry: Pick<Telemetry, 'variables'>;
  readonly notifications: Notifications;
  readonly scenes: Pick<ScenesFeature, 'find' | 'runner'>;
  timeZoneOf(device: DeviceRecord): string;
  /** Whether the account may be used at this moment. */
  mayBeUsed(accountId: number): boolean;
  /** Whether the automation runs on its board, so that this server leaves it alone. */
  runsOnBoard(automationId: number): boolean;
  /** Notifies browsers that automations of the device ran. */
  announce(device: DeviceRecord): void;
  /** A timer that runs once has had its time. */
  finish(record: AutomationRecord): Promise<void>;
  /** The time of a timer that runs once is still to come. */
  reopen(record: AutomationRecord): Promise<void>;
}

/** Runs the automations that the server runs itself. */
export class AutomationEngine {
  readonly #deps: EngineDeps;
  readonly #runs: Runs;
  readonly #timers: TimerRunner;
  readonly #rules: RuleRunner;
  readonly #steps: StepRunner;
  readonly #progress: ReturnType<typeof ruleProgressRepository>;
  /** The run log. */
  readonly log: RunsRepository;
  #unsubscribe: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #following = new SharedRun(() => this.#tryFollow());
  /** What is changing in the directory was changed by another server, which also sees to how far it is. */
  #takesOver = false;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    const { database, directory, devices } = deps;
    this.log = runsRepository(database);
    this.#progress = ruleProgressRepository(database);
    const found = {
      ...deps,
      queue: new FairQueue<number>(devicesAtOnce),
      findAutomation: (id: number) => directory.find(id),
      listAutomations: () => directory.all(),
      findDevice: (id: number) => devices.findById(id),
      sources: new ConditionSources({
        ...deps,
        alertFacts: alertFactsRepository(database),
        findOwned: (accountId, espid) => devices.findOwned(accountId, espid),
        devicesIn: (accountId, scope) => watchedDevices(scope, devices.ofAccount(accountId)),
      }),
      mayRun: (record: AutomationRecord) => this.#mayRun(record),
      announce: (record: AutomationRecord) => this.#announce(record),
      stepsPlanned: () => void this.#steps.check(),
    };
    this.#runs = new Runs({ ...found, repository: this.log });
    const execute: Runs['execute'] = (run, record, value) => this.#runs.execute(run, record, value);
    const limitBegun = async ({ id }: AutomationRecord) => {
      const stored = await this.#progress.findProgress(id);
      if (stored) this.#rules.adopt(stored);
    };
    this.#steps = new StepRunner({ ...found, repository: this.log, execute, limitBegun });
    this.#timers = new TimerRunner({ ...found, runs: this.log, execute });
    this.#rules = new RuleRunner({
      ...found,
      repository: this.#progress,
      execute,
    });
  }

  /** When a timer runs next, ms since the epoch; null for rules and for timers that are over. */
  nextAt(device: DeviceRecord, definition: AutomationDefinition): number | null {
    if (definition.kind === 'rule') return null;
    const place = { zone: this.#deps.timeZoneOf(device), location: device.location };
    return nextRunAt(definition, place, this.#deps.clock.now());
  }

  /** Takes up everything where it was left. To be called when the directory is loaded, and before boards can connect. */
  async start(): Promise<void> {
    const { bus, directory, clock } = this.#deps;
    this.#runs.start();
    await this.#runs.follow(clock.now() - orphanedAtStartMs);
    await this.#timers.start();
    for (const record of directory.all()) this.#rules.follow(record);
    await this.#steps.check();
    this.#unsubscribe = [
      bus.subscribe(automationChanged, 'automation engine', (change) => this.#changed(change)),
      bus.subscribe(pointReceived, 'rules', (event) => this.#rules.observe(event)),
      bus.subscribe(alertChanged, 'rules', (change) => this.#alertChanged(change)),
      bus.subscribe(deviceListChanged, 'rules', ({ accountId }) => this.#rules.devicesChanged(accountId)),
      bus.subscribe(devicePausedChanged, 'rules', ({ device }) => this.#rules.devicesChanged(device.accountId)),
    ];
    this.#timer = setInterval(() => void this.follow(), followEveryMs);
  }

  async stop(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    clearInterval(this.#timer);
    await this.#following.settled();
    await this.#save();
    await this.#steps.stop();
    this.#timers.stop();
    this.#rules.stop();
    this.#runs.stop();
  }

  /** Writes down what is not yet, and sees what other servers did; done every 5 s. */
  follow(): Promise<void> {
    return this.#following.run();
  }

  async #tryFollow(): Promise<void> {
    try {
      await this.#followOnce();
    } catch (err) {
      this.#deps.log.debug({ err }, 'Automations could not be checked; it is tried again');
    }
  }

  async #followOnce(): Promise<void> {
    await this.#save();
    this.#rules.inspect(this.#deps.directory.all());
    const requestedAt = this.#deps.clock.now();
    const all = await this.#progress.listProgress();
    this.#takeOver(await remoteChanges(this.#deps, all, requestedAt));
    for (const stored of all) this.#rules.adopt(stored);
    await this.#runs.follow();
    await this.#steps.check();
  }

  #takeOver({ changed, removed }: Awaited<ReturnType<typeof remoteChanges>>): void {
    const { directory } = this.#deps;
    this.#takesOver = true;
    for (const record of removed) directory.remove(record);
    for (const record of changed) directory.put(record);
    this.#takesOver = false;
  }

  async #save(): Promise<void> {
    const changed = this.#rules.listUnsaved();
    if (changed.length === 0) return;
    await this.#progress.saveHoldsSince(changed);
    this.#rules.saved(changed);
  }

  #changed({ before, after }: AutomationChange): void {
    const record = after ?? before;
    if (!record) return;
    this.#timers.forget(record.id);
    if (after === null) this.#rules.forget(record.id);
    else if (after.definition.kind === 'timer') this.#timers.put(after);
    else if (before && !this.#takesOver && isSameRule(before, after)) {
      const { active, holdsSince, revertAt } = this.#rules.progressOf(before.id) ?? before;
      Object.assign(after, { active, holdsSince, revertAt });
      this.#rules.follow(after);
    } else if (before === null || this.#takesOver) this.#rules.follow(after);
    else this.#rules.restart(after, keepsLimit(before, after));
  }

  #alertChanged({ accountId, deviceId, to, ...change }: AlertChange): void {
    if (to === 'muted' || to === 'unmuted' || to === 'resumed') return;
    const espid = this.#deps.devices.findById(deviceId)?.espid;
    this.#rules.alertChanged(accountId, { ...change, espid, state: to });
  }

  #mayRun({ id, deviceId }: AutomationRecord): boolean {
    const { devices, mayBeUsed, runsOnBoard } = this.#deps;
    const device = devices.findById(deviceId);
    return device !== undefined && mayBeUsed(device.accountId) && !runsOnBoard(id);
  }

  /** The pages of the devices that a rule reads show it too. */
  #announce({ deviceId, definition }: AutomationRecord): void {
    const { devices, announce } = this.#deps;
    const device = devices.findById(deviceId);
    if (!device) return;
    announce(device);
    for (const espid of new Set(devicesNamedBy(definition))) {
      const other = devices.findOwned(device.accountId, espid);
      if (other && other !== device) announce(other);
    }
  }
}

/** What it began ends on time as long as it still defines how. */
function keepsLimit({ definition: before }: AutomationRecord, { definition: after }: AutomationRecord): boolean {
  return after.kind === 'rule' && after.limit !== null && targetOf(before.action) === targetOf(after.action);
}

/** Only its name was changed. */
const isSameRule = (before: AutomationRecord, after: AutomationRecord): boolean =>
  before.enabled && after.enabled && isDeepStrictEqual(before.definition, after.definition);
