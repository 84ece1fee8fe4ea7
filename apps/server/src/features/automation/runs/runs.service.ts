import {
  type Actor,
  type AutomationAction,
  type AutomationRun,
  type Command,
  type CommandReason,
  type ErrorReason,
  type RunReport,
  runLogText,
  type SwitchAction,
} from '@cyno/contract';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { databaseFailure } from '../../../platform/database/index.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { FairQueue } from '../../../platform/fair-queue.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { type Control, commandChanged } from '../../boards/control/index.ts';
import type { DeviceLog, DeviceRecord } from '../../boards/devices/index.ts';
import type { Telemetry } from '../../telemetry/telemetry/index.ts';
import type { AutomationRecord } from '../definitions/index.ts';
import { isSwitch, nameOf, targetOf } from '../definitions/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { countDone, type ScenesFeature, sceneRunEnded } from '../scenes/index.ts';
import { asSet, isEnding, isOpposite, valueIn } from './ending.ts';
import { messageEvent } from './message-event.ts';
import type { RunRow } from './run-row.ts';
import type { RunResultRow, RunsRepository } from './runs.repository.ts';

/** A board that is away may come back within this time; later than that the action could do more harm than good. */
const startWaitsMs = 5 * 60_000;
/** A board that lost its network is noticed half a minute later; until then its commands fail, and after that they wait for it. */
const maxTries = 6;
const retryMs = 10_000;
const orphanedAfterMs = 10_000;
/** What ends something waits for these to pass, as it does for the board's allowance. */
const passing: ReadonlySet<ErrorReason | undefined> = new Set(['commands_waiting', 'device_paused'] as const);
const handedOver: CommandReason = 'The device was handed over to another account.';

type Outcome = Exclude<AutomationRun['outcome'], 'sent'>;

interface RunsDeps {
  readonly repository: RunsRepository;
  readonly control: Pick<Control, 'switchOutputs' | 'sendEvent' | 'ofOrigin'>;
  readonly telemetry: Pick<Telemetry, 'variables'>;
  readonly notifications: Notifications;
  readonly scenes: Pick<ScenesFeature, 'find' | 'runner'>;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly queue: FairQueue<number>;
  readonly deviceLog: Pick<DeviceLog, 'append'>;
  findAutomation(id: number): AutomationRecord | undefined;
  findDevice(id: number): DeviceRecord | undefined;
  /** Notifies browsers that it ran. */
  announce(record: AutomationRecord): void;
}

/** One try to do what a run is due to do. */
interface Attempt {
  readonly run: RunRow;
  readonly record: AutomationRecord;
  /** In the place of the action's own value. */
  readonly value: number | string | undefined;
  /** Whose device it was at the first try. */
  readonly ownerId: number;
  readonly tries: number;
}

/** Does what automations are due to do, and writes down what came of it. */
export class Runs {
  readonly #deps: RunsDeps;
  /** The runs whose commands are under way, by the command. */
  readonly #open = new Map<number, Attempt & { readonly mayRepeat: boolean }>();
  /** Runs that this server is about to send, or to send again. */
  readonly #executing = new Set<number>();
  /** What is tried again in a moment, and the newest command that was known then. */
  readonly #retries = new Map<number, { attempt: Attempt; timer: NodeJS.Timeout; after: number }>();
  #newestCommand = 0;
  #unsubscribe: (() => void)[] = [];
  #isStopped = false;

  constructor(deps: RunsDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { bus } = this.#deps;
    this.#unsubscribe = [
      bus.subscribe(commandChanged, 'automation runs', ({ deviceId, commands }) => {
        for (const command of commands) {
          if (this.#retries.size > 0) this.#overtaken(deviceId, command);
          this.#newestCommand = Math.max(this.#newestCommand, command.id);
          if (this.#open.size > 0) this.#followed(command);
        }
      }),
      bus.subscribe(sceneRunEnded, 'automation runs', async ({ runId, by }) => {
        if (by === 'rule' || by === 'timer') await this.#settleScenes(runId);
      }),
    ];
  }

  stop(): void {
    this.#isStopped = true;
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const { timer } of this.#retries.values()) clearTimeout(timer);
  }

  /** Sends what a run is due to do, and follows it until the board has reported. `value`: in the place of the action's own. */
  async execute(run: RunRow, record: AutomationRecord, value?: number | string): Promise<void> {
    const device = this.#deps.findDevice(record.deviceId);
    if (this.#isStopped) return;
    if (!device) {
      await this.#settle(run.id, 'failed', failure('The device was deleted.'));
      return;
    }
    const action = actionOf(run, record);
    if (action.kind === 'notify') {
      await this.#notify(device, run, record, action.text);
      return;
    }
    if (action.kind === 'scene') {
      await this.#runScene(device, run, record, action.sceneId);
      return;
    }
    this.#logRun(device, record, [...whyReportOf(run), { code: 'switched', action: asSet(action, value) }]);
    await this.#try(device, { run, record, value, ownerId: device.accountId, tries: 1 });
  }

  /** Queues the message in the transaction that writes what came of the run, so that it is sent once. */
  async #notify(device: DeviceRecord, run: RunRow, record: AutomationRecord, template: string): Promise<void> {
    const { repository, notifications, telemetry, clock, announce } = this.#deps;
    const variables = telemetry.variables(device.id);
    const event = messageEvent({ device, run, name: nameOf(record), template, variables, now: clock.now() });
    this.#executing.add(run.id);
    try {
      const result: RunReport = [{ code: 'message_queued', subject: event.subject }];
      const row = await repository.settleWith(run.id, result, (transaction) => notifications.queue(transaction, event));
      if (row) this.#logRun(device, record, [...whyReportOf(run), ...result]);
    } catch (error) {
      // `follow` takes up what has no outcome.
      if (databaseFailure(error)) this.#deps.log.warn({ err: error }, 'A message was not queued; it is tried again');
      else await this.#refused(run, record, error);
    } finally {
      this.#executing.delete(run.id);
    }
    announce(record);
  }

  /** Runs a scene of the device's owner, once for each run: both are written together, before anything is sent. */
  async #runScene(device: DeviceRecord, run: RunRow, record: AutomationRecord, sceneId: number): Promise<void> {
    const { repository, scenes, announce } = this.#deps;
    this.#executing.add(run.id);
    try {
      const scene = await scenes.find(device.accountId, sceneId);
      if (!scene) throw notFound('scene', String(sceneId));
      this.#logRun(device, record, [...whyReportOf(run), { code: 'scene_started', scene: scene.name }]);
      await scenes.runner.run(scene, {
        by: { ...actorOf(run, record), id: device.accountId },
        waitsMs: startWaitsMs,
        claim: (transaction, id) => repository.claimScene(transaction, run.id, id),
      });
      this.#executing.delete(run.id);
    } catch (error) {
      if (databaseFailure(error)) {
        this.#deps.log.warn({ err: error }, 'A scene did not run; it is tried again');
        this.#executing.delete(run.id);
      } else await this.#refused(run, record, error);
    }
    announce(record);
  }

  /** Writes what came of runs whose scenes are over; `sceneRunId`: of that one alone. */
  async #settleScenes(sceneRunId?: number): Promise<void> {
    for (const { runId, actor, outcome, results } of await this.#deps.repository.listScenes(sceneRunId)) {
      const ended = { scene: actor.scene ?? '', done: countDone(results), count: results.length };
      await this.#settle(runId, outcome === 'done' ? 'done' : 'failed', [{ code: 'scene_ended', ...ended }]);
    }
  }

  async #try(device: DeviceRecord, attempt: Attempt): Promise<void> {
    const { run, record } = attempt;
    this.#executing.add(run.id);
    try {
      const commands = await this.#send(device, attempt);
      const [command] = commands;
      if (command) {
        this.#open.set(command.id, { ...attempt, mayRepeat: mayRepeat(attempt, commands) });
        await this.#deps.repository.setCommand(run.id, command.id);
      }
      this.#executing.delete(run.id);
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'rate_limited';
      const isPassing = isBusy || (error instanceof AppError && passing.has(error.why?.reason));
      if (isEnding(run, record) ? isPassing : isBusy && attempt.tries < maxTries) {
        this.#again(attempt, isBusy ? (error.retryAfterSeconds ?? 1) * 1_000 : retryMs);
      } else if (databaseFailure(error)) {
        this.#deps.log.warn({ err: error }, 'A command of an automation was not stored; it is tried again');
        this.#executing.delete(run.id);
      } else await this.#refused(run, record, error);
    }
    this.#deps.announce(record);
  }

  /** Takes up what earlier or other servers left: results of commands that nobody followed, and runs that led to no command. */
  async follow(orphansSince = this.#deps.clock.now() - orphanedAfterMs): Promise<void> {
    const { repository, clock, findAutomation } = this.#deps;
    for (const row of await repository.listResults()) {
      if (this.#executing.has(row.run.id)) continue;
      if (await this.#isToRepeat(row)) {
        const triedAt = row.sentAt ?? row.createdAt;
        // Another server may be about to try again.
        const isFollowed = triedAt > orphansSince - retryMs && triedAt <= clock.now();
        if (!isFollowed) await repository.forgetCommand(row.run);
        continue;
      }
      const { outcome, result } = outcomeOf(row, null);
      await this.#settle(row.run.id, outcome, result);
    }
    await this.#settleScenes();
    for (const orphan of await repository.listOrphans(orphansSince)) {
      const record = findAutomation(orphan.automationId);
      if (!record || this.#executing.has(orphan.id)) continue;
      const command = await this.#ledTo(orphan, record);
      // Before it is taken, which moves the time that newer commands are compared with.
      if (!command && (await this.#isOvertaken(orphan, record))) {
        await this.#settle(orphan.id, 'skipped', [{ code: 'superseded' }]);
        continue;
      }
      if (!(await repository.adoptOrphan(orphan, clock.now()))) continue;
      if (command) await repository.setCommand(orphan.id, command.id);
      else if (this.#isOver(orphan, record)) {
        await this.#settle(orphan.id, 'failed', failure('The server stopped before it was sent.'));
      } else await this.execute(orphan, record, orphan.action === null ? valueIn(record, orphan.phase) : undefined);
    }
  }

  /** What an earlier server would have tried again when it stopped. */
  async #isToRepeat({ run, state, reason, isOvertaken }: RunResultRow): Promise<boolean> {
    const record = this.#deps.findAutomation(run.automationId);
    if (state !== 'failed' || reason === handedOver || isOvertaken) return false;
    if (!record || this.#isOver(run, record)) return false;
    return mayRepeat({ run, record }, await this.#deps.control.ofOrigin(originOf(run)));
  }

  /** The command of a run that was sent before that was written; undefined: there is none, or it is to be sent again. */
  async #ledTo(run: RunRow, record: AutomationRecord): Promise<Command | undefined> {
    const commands = await this.#deps.control.ofOrigin(originOf(run));
    const command = commands.findLast(
      ({ id, notBefore, sentAt }) => notBefore === null && (sentAt !== null || this.#open.has(id)),
    );
    return command?.state === 'failed' && mayRepeat({ run, record }, commands) ? undefined : command;
  }

  /** Whether the target of a run that was not sent was operated since, or a later run of the same automation is to do so. */
  async #isOvertaken(run: RunRow, record: AutomationRecord): Promise<boolean> {
    const { repository } = this.#deps;
    const action = actionOf(run, record);
    if (!isSwitch(action)) return false;
    const later = await repository.listLater(run);
    const isSameTarget = (other: RunRow) => targetOf(actionOf(other, record)) === targetOf(action);
    return later.some(isSameTarget) || repository.isOvertaken(run, record.deviceId, action);
  }

  /** Whether it is too late for what an earlier server was to do, or the automation was changed since. */
  #isOver(run: RunRow, record: AutomationRecord): boolean {
    // A message is wanted later too.
    const expires = !isEnding(run, record) && actionOf(run, record).kind !== 'notify';
    const isLate = expires && this.#deps.clock.now() - run.dueAt > startWaitsMs;
    // Steps are done as they were when they began.
    return isLate || (run.action === null && record.updatedAt > run.at);
  }

  #send(device: DeviceRecord, { run, record, value }: Attempt): Promise<Command[]> {
    const { control } = this.#deps;
    const action = actionOf(run, record);
    if (!isSwitch(action)) throw new TypeError(`A ${action.kind} is no command.`);
    const set = asSet(action, value);
    const by = { ...actorOf(run, record), origin: originOf(run) };
    const options = isEnding(run, record) ? {} : { waitsMs: startWaitsMs };
    if (set.kind === 'event') return control.sendEvent(device, { name: set.name, value: set.value }, by, options);
    const pins = [{ pin: set.pin, mode: set.mode, value: set.value }];
    return control.switchOutputs(device, { pins }, by, options);
  }

  #again(attempt: Attempt, afterMs: number): void {
    const { run, record, tries } = attempt;
    this.#executing.add(run.id);
    const timer = setTimeout(() => {
      this.#retries.delete(run.id);
      const device = this.#deps.findDevice(record.deviceId);
      const ended = this.#endOf(attempt);
      if (!ended && !this.#deps.findAutomation(run.automationId)) {
        void this.#postpone(attempt);
        return;
      }
      if (device && !ended) {
        void this.#deps.queue.run(device.id, () => this.#try(device, { ...attempt, tries: tries + 1 }));
        return;
      }
      this.#executing.delete(run.id);
      if (ended) this.#finished(run.id, ended);
    }, afterMs);
    this.#retries.set(run.id, { attempt, timer, after: this.#newestCommand });
  }

  /** Leaves what ends a deleted automation to `follow`, which does it once that is restored. */
  async #postpone({ run, record, value }: Attempt): Promise<void> {
    const action = actionOf(run, record);
    try {
      // It may have been changed before it was deleted.
      if (isSwitch(action)) await this.#deps.repository.setAction(run.id, asSet(action, value));
    } catch (err) {
      this.#deps.log.warn({ err }, 'What a deleted automation has still to end was not written');
    } finally {
      this.#executing.delete(run.id);
    }
  }

  /** Why something is not tried again; undefined: it is. */
  #endOf({ run, record, ownerId }: Attempt): { outcome: Outcome; result: RunReport } | undefined {
    const device = this.#deps.findDevice(record.deviceId);
    if (device && device.accountId !== ownerId) return { outcome: 'failed', result: failure(handedOver) };
    if (isEnding(run, record)) return undefined;
    const now = this.#deps.findAutomation(run.automationId);
    if (!now) return { outcome: 'skipped', result: [{ code: 'cancelled' }] };
    // A timer that is done is off too, but nobody changed it. Steps are done as they were when they began.
    const isSwitchedOff = !now.enabled && now.updatedAt > run.at && run.action === null;
    if (isSwitchedOff) return { outcome: 'skipped', result: [{ code: 'switched_off' }] };
    return undefined;
  }

  /**
   * Somebody or something else operated the target: that counts, and what failed before it is not tried again. A board that reports by
   * itself may only be late: that it did what was wanted counts.
   */
  #overtaken(deviceId: number, command: Command): void {
    for (const [runId, { attempt, timer, after }] of this.#retries) {
      const { record, run, value } = attempt;
      const action = actionOf(run, record);
      if (!isSwitch(action)) continue;
      const wanted = asSet(action, value);
      const isReport = command.actor.kind === 'board';
      if (isReport && command.value !== String(wanted.value)) continue;
      const target = action.kind === 'output' ? action.pin : action.name;
      if (record.deviceId !== deviceId || command.id <= after) continue;
      if (command.kind !== action.kind || command.target !== target) continue;
      clearTimeout(timer);
      this.#retries.delete(runId);
      this.#executing.delete(runId);
      this.#finished(runId, outcomeOf(isReport ? command : { ...command, state: 'superseded' }, wanted));
    }
  }

  async #refused(run: RunRow, record: AutomationRecord, error: unknown): Promise<void> {
    if (!(error instanceof AppError)) {
      this.#deps.log.error({ err: error, automation: record.id }, 'An automation failed');
    }
    const reason: RunReport =
      error instanceof AppError
        ? [{ code: 'reason', text: error.message }]
        : failure('The server could not send it. Look into its log.');
    await this.#settle(run.id, 'failed', reason)
      .catch((err: unknown) => this.#deps.log.warn({ err }, 'The result of a run was not written'))
      .finally(() => this.#executing.delete(run.id));
  }

  #followed(command: Command): void {
    const open = this.#open.get(command.id);
    if (!open || command.state === 'queued' || command.state === 'sent') return;
    this.#open.delete(command.id);
    const { run, record, value, tries, mayRepeat } = open;
    const isFailure = command.state === 'failed' && command.reason !== handedOver;
    if (isFailure && mayRepeat && tries < maxTries && !this.#isStopped) {
      this.#again(open, retryMs);
      return;
    }
    const action = actionOf(run, record);
    this.#finished(run.id, outcomeOf(command, isSwitch(action) ? asSet(action, value) : null));
  }

  #finished(runId: number, { outcome, result }: { outcome: Outcome; result: RunReport }): void {
    this.#settle(runId, outcome, result).catch((err: unknown) => {
      this.#deps.log.warn({ err }, 'The result of a run was not written; it is looked up later');
    });
  }

  async #settle(runId: number, outcome: Outcome, result: RunReport): Promise<void> {
    const row = await this.#deps.repository.settle(runId, outcome, result);
    const record = row && this.#deps.findAutomation(row.automationId);
    const device = record && this.#deps.findDevice(record.deviceId);
    if (!device) return;
    if (outcome !== 'done') this.#logRun(device, record, result);
    this.#deps.announce(record);
  }

  /** A line in the event log of the device. */
  #logRun(device: DeviceRecord, record: AutomationRecord, report: RunReport): void {
    const line = { name: nameOf(record), report };
    this.#deps.deviceLog.append(device.id, 'automation', runLogText(line), line);
  }
}

/** Who does what a run is due to do, with the reference to it. */
const actorOf = ({ automationId, dueAt, phase, step }: RunRow, record: AutomationRecord): Actor => ({
  kind: record.definition.kind,
  name: nameOf(record),
  run: { automation: automationId, dueAt, phase, step },
});

/** By this the commands of a run are found again. */
const originOf = ({ id }: RunRow): string => `run ${id}`;

/**
 * Whether a command of a run is sent again when it failed. What an automation began is ended by all means; an event or a pulse may happen
 * twice when only its response was lost.
 */
const mayRepeat = ({ run, record }: Pick<Attempt, 'run' | 'record'>, commands: readonly Command[]): boolean =>
  isOpposite(run, record) ||
  (commands.length > 0 && commands.every(({ kind, notBefore }) => kind === 'output' && notBefore === null));

/** What a run does. */
function actionOf({ action }: Pick<RunRow, 'action'>, { definition }: AutomationRecord): AutomationAction {
  return action === null || action.kind === 'wait' || action.kind === 'if' ? definition.action : action;
}

const failure = (text: CommandReason): RunReport => [{ code: 'reason', text }];

/** Runs of an older version have the reason in English alone. */
const whyReportOf = ({ why, whyReport }: RunRow): RunReport =>
  whyReport.length > 0 ? whyReport : [{ code: 'reason', text: why }];

function outcomeOf(
  { state, sentAt, answeredAt, reason }: Pick<Command, 'state' | 'sentAt' | 'answeredAt' | 'reason'>,
  action: SwitchAction | null,
): { outcome: Outcome; result: RunReport } {
  if (state === 'acknowledged') {
    const ms = sentAt === null || answeredAt === null ? null : Math.max(0, answeredAt - sentAt);
    return { outcome: 'done', result: [{ code: 'acknowledged', action, ms }] };
  }
  if (state === 'unconfirmed') {
    return { outcome: 'done', result: [{ code: 'unconfirmed', action }] };
  }
  if (state === 'superseded') {
    return { outcome: 'skipped', result: [{ code: 'superseded' }] };
  }
  if (reason === null) return { outcome: 'failed', result: failure('The board did not answer.') };
  return { outcome: 'failed', result: [{ code: 'reason', text: reason }] };
}
