import type { Actor, Command, SceneAction, SceneResult, SceneRun } from '@cyno/contract';
import { actionProblem } from '@cyno/device-protocol';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors.ts';
import { createQuietLog, type Logger, type QuietLog } from '../../../platform/log/index.ts';
import { type Control, commandChanged, type Requester } from '../../boards/control/index.ts';
import type { DeviceAccess, DeviceRecord, Devices } from '../../boards/devices/index.ts';
import type { OpenRun, OwnedRun, SceneRunRow, SceneRunsRepository } from './scene-runs.repository.ts';
import { sceneRunEnded, scenesChanged } from './scenes.events.ts';
import type { SceneRow } from './scenes.repository.ts';

/** What a server left when it stopped is continued within this time by automations; a person has pressed again since. */
const resumedMs = 5 * 60_000;
const retryMs = 5_000;

interface RunnerDeps {
  readonly repository: SceneRunsRepository;
  readonly control: Pick<Control, 'switchOutputs' | 'sendEvent' | 'ofOrigin'>;
  readonly access: Pick<DeviceAccess, 'find'>;
  readonly devices: Pick<Devices, 'findById'>;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
}

interface RunOptions {
  readonly by: Requester;
  /** How long commands may wait for their boards; null: as long as those of people. */
  readonly waitsMs: number | null;
  /** Writes in the same transaction what the run is a part of; false: another server has it. */
  claim?(transaction: Transaction, runId: number): Promise<boolean>;
}

/** Runs scenes, and finds out what became of each of their actions. */
export class SceneRunner {
  readonly #deps: RunnerDeps;
  /** For what fails at each try while the database is away. */
  readonly #log: QuietLog;
  /** Runs without an outcome, by their ids. */
  readonly #open = new Map<number, OwnedRun>();
  /** Those that wait for the board's report on a command, by the command. */
  readonly #byCommand = new Map<number, OwnedRun>();
  /** What is over, as long as it is not written. */
  readonly #unsaved = new Set<OwnedRun>();
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
    this.#log = createQuietLog(deps.log);
  }

  /** Takes up what the server before left, which runs no more. To be called when devices and their commands are known. */
  async start(): Promise<void> {
    const { bus, clock, repository } = this.#deps;
    this.#unsubscribe = bus.subscribe(commandChanged, 'scenes', ({ commands }) => {
      if (this.#byCommand.size > 0) for (const command of commands) this.#followed(command);
    });
    this.#timer = setInterval(() => this.#saveAll(), retryMs);
    const now = clock.now();
    for (const run of await repository.listOpen()) {
      if (await repository.adopt(run, now)) await this.#resume(run);
    }
  }

  async stop(): Promise<void> {
    this.#unsubscribe?.();
    clearInterval(this.#timer);
    for (const run of this.#unsaved) await this.#save(run);
  }

  /**
   * Sets what the scene sets, as far as its account may operate each device at this moment. Returns when every command is accepted or
   * refused; undefined when another server runs it.
   */
  async run(scene: SceneRow, { by, waitsMs, claim }: RunOptions): Promise<SceneRun | undefined> {
    const { repository, clock } = this.#deps;
    const now = clock.now();
    const row = await repository.add(
      {
        sceneId: scene.id,
        at: now,
        takenAt: now,
        actor: { ...by, scene: scene.name },
        waitsMs,
        outcome: 'running',
        results: scene.actions.map(resultOf),
      },
      claim,
    );
    if (!row) return undefined;
    const run = { ...row, accountId: scene.accountId };
    await this.#send(run);
    return describeRun(run);
  }

  /**
   * Describes stored runs as they stand, which may not be written yet. Called before they are read: one that ends meanwhile was read as
   * running, and is not open any more.
   */
  describer(): (row: SceneRunRow) => SceneRun {
    const open = new Map(this.#open);
    return (row) => describeRun(open.get(row.id) ?? this.#open.get(row.id) ?? row);
  }

  async #send(run: OwnedRun): Promise<void> {
    this.#open.set(run.id, run);
    const unsent = run.results.filter(({ state }) => state === null);
    const ofDevices = Map.groupBy(unsent, ({ espid }) => espid);
    await Promise.all([...ofDevices].map(([espid, results]) => this.#sendTo(run, espid, results)));
    await this.#deps.repository.saveResults(run.id, run.results).catch((err: unknown) => {
      this.#deps.log.warn({ err, scene: run.sceneId }, 'What a scene sent was not written');
    });
    this.#changed(run);
  }

  async #sendTo(run: OwnedRun, espid: string, results: readonly SceneResult[]): Promise<void> {
    const device = this.#deps.access.find(run.accountId, espid, 'operate');
    if (!device) {
      for (const result of results) refuse(result, 'There is no such device that you may operate.');
      return;
    }
    const fitting = results.filter((result) => {
      const problem = actionProblem(device.family, actionOf(result));
      if (problem !== null) refuse(result, problem);
      return problem === null;
    });
    // All pins of a board go out in one message.
    const outputs = fitting.filter(({ kind }) => kind === 'output');
    if (outputs.length > 0) await this.#command(run, device, outputs);
    for (const event of fitting) if (event.kind === 'event') await this.#command(run, device, [event]);
  }

  /** Sends outputs together, or one event. */
  async #command(run: OwnedRun, device: DeviceRecord, results: readonly SceneResult[]): Promise<void> {
    const { control, log } = this.#deps;
    const by: Requester = { ...run.actor, origin: originOf(run) };
    const limits = run.waitsMs === null ? {} : { waitsMs: run.waitsMs };
    try {
      const [first] = results.map(actionOf);
      const commands =
        first?.kind === 'event'
          ? await control.sendEvent(device, first, by, limits)
          : await control.switchOutputs(
              device,
              { pins: results.map(actionOf).filter((action) => action.kind === 'output') },
              by,
              limits,
            );
      for (const result of results) this.#take(run, result, commands);
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error, scene: run.sceneId }, 'A scene failed');
      const reason = error instanceof AppError ? error.message : 'The server could not send it. Look into its log.';
      for (const result of results) refuse(result, reason);
    }
  }

  /** Notes the command that an action led to. */
  #take(run: OwnedRun, result: SceneResult, commands: readonly Command[]): void {
    // The second command of a momentary output only ends it.
    const command = commands.find(
      ({ kind, target, notBefore }) => kind === result.kind && target === result.target && notBefore === null,
    );
    if (!command) return;
    note(result, command);
    if (!isOver(result)) this.#byCommand.set(command.id, run);
  }

  #followed(command: Command): void {
    const run = this.#byCommand.get(command.id);
    const result = run?.results.find(({ commandId }) => commandId === command.id);
    if (!run || !result) return;
    const before = result.state;
    note(result, command);
    if (isOver(result)) this.#byCommand.delete(command.id);
    if (result.state !== before) this.#changed(run);
  }

  #changed(run: OwnedRun): void {
    if (this.#open.has(run.id) && run.results.every(isOver)) {
      run.outcome = outcomeOf(run.results);
      this.#unsaved.add(run);
      void this.#save(run);
    }
    this.#deps.bus.publish(scenesChanged, { accountId: run.accountId });
  }

  #saveAll(): void {
    for (const run of this.#unsaved) void this.#save(run);
  }

  async #save(run: OwnedRun): Promise<void> {
    const { repository, bus } = this.#deps;
    try {
      await repository.settle(run.id, run.outcome, run.results);
    } catch (err) {
      const { sceneId } = run;
      const message = 'What became of a scene was not written; it is tried again';
      this.#log('warn', message, { err, scene: sceneId }, String(sceneId));
      return;
    }
    if (!this.#unsaved.delete(run)) return;
    this.#open.delete(run.id);
    bus.publish(sceneRunEnded, { runId: run.id, by: run.actor.kind });
  }

  /** Finds out what was sent before the server stopped, and sends the rest when that is not long ago and its scene is still there. */
  async #resume({ isDeleted, ...run }: OpenRun): Promise<void> {
    const { control, devices, clock } = this.#deps;
    const commands = await control.ofOrigin(originOf(run));
    for (const result of run.results) {
      const sent = commands.filter(({ deviceId }) => devices.findById(deviceId)?.espid === result.espid);
      this.#take(run, result, sent);
      if (result.commandId !== null && sent.length === 0) refuse(result, 'The device was deleted.');
    }
    const { kind } = run.actor;
    const continues = !isDeleted && (kind === 'rule' || kind === 'timer') && clock.now() - run.at < resumedMs;
    if (!continues) {
      for (const result of run.results) {
        if (result.state === null) refuse(result, 'The server stopped before it was sent.');
      }
    }
    await this.#send(run);
  }
}

/** By this the commands of a run are found again. */
const originOf = ({ id }: SceneRunRow): string => `scene ${id}`;

const resultOf = (action: SceneAction): SceneResult => ({
  espid: action.espid,
  kind: action.kind,
  target: action.kind === 'output' ? action.pin : action.name,
  mode: action.kind === 'output' ? action.mode : null,
  value: String(action.value),
  commandId: null,
  state: null,
  ms: null,
  reason: null,
});

const actionOf = ({ kind, target, mode, value }: SceneResult) =>
  kind === 'output'
    ? { kind, pin: target, mode: mode ?? ('digit' as const), value: Number(value) }
    : { kind, name: target, value };

function refuse(result: SceneResult, reason: string): void {
  Object.assign(result, { state: 'refused', reason });
}

/** Writes the state of its command into a result. */
function note(result: SceneResult, { id, state, sentAt, answeredAt, reason }: Command): void {
  const isAcknowledged = state === 'acknowledged' && sentAt !== null && answeredAt !== null;
  Object.assign(result, { commandId: id, state, reason, ms: isAcknowledged ? Math.max(0, answeredAt - sentAt) : null });
}

const isOver = ({ state }: SceneResult): boolean => state !== null && state !== 'queued' && state !== 'sent';

/** Whether the board did it, as far as its firmware confirms it. */
const isDone = ({ state }: SceneResult): boolean => state === 'acknowledged' || state === 'unconfirmed';

function outcomeOf(results: readonly SceneResult[]): SceneRun['outcome'] {
  if (results.every(isDone)) return 'done';
  return results.some(isDone) ? 'partly' : 'failed';
}

/** How many of its actions boards did, as far as their firmware confirms it. */
export const countDone = (results: readonly SceneResult[]): number => results.filter(isDone).length;

const describeRun = ({ id, sceneId, at, actor, outcome, results }: SceneRunRow): SceneRun => ({
  id,
  sceneId,
  at,
  by: toActor(actor),
  outcome,
  results,
});

const toActor = ({ kind, name, scene }: Actor): Actor => ({ kind, name, ...(scene !== undefined && { scene }) });
