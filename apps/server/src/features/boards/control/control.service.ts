import type {
  Command,
  CommandReason,
  CommandsQuery,
  ControlState,
  EventRequest,
  IoRequest,
  SwitchedQuery,
  SwitchedResponse,
} from '@cyno/contract';
import { boardTopic, eventProblem, maxPayloadBytes, outputProblem, pinsOf } from '@cyno/device-protocol';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { DeviceBroker } from '../../../platform/broker/index.ts';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { RowWrites } from '../../../platform/database/index.ts';
import { AppError, badRequest, because, forbidden } from '../../../platform/errors.ts';
import { KeyedQueue } from '../../../platform/keyed-queue.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { DeviceRecord } from '../devices/index.ts';
import { type OpenCommand, type ReportedAction, type ReportTime, type Requester, toCommand } from './command.ts';
import { CommandQueue } from './command-queue.ts';
import { CommandStates } from './command-states.ts';
import { commandChanged } from './control.events.ts';
import type { CommandRow, ControlRepository, NewCommand } from './control.repository.ts';
import { type ControlTargets, tooMany } from './control-targets.ts';
import { showEvent, showOutput } from './control-view.ts';
import { isMomentary } from './momentary-events.ts';
import { UnconfirmedCommands } from './unconfirmed-commands.ts';

/** A request for something that stays as it is set waits so long for its board; one for a moment must not happen later. */
const lastingMs = 60 * 60_000;
const momentaryMs = 30_000;
const maxCommands = 50;
const maxQueued = 200;
/** So many calls a device takes at once; all outputs of a message are one, each event is one. */
export const maxCallsAtOnce = 20;
/** Calls for one device: 20 more every four seconds. */
const allowance = { points: maxCallsAtOnce, duration: 4 };

/** Changes that boards made by themselves, while the database is away; further ones are only shown as what is now. */
const maxNotes = 10_000;

/** How long a request may wait for its board at most; by default an hour, or half a minute for a momentary one. */
interface CommandLimits {
  readonly waitsMs?: number;
}

/** A request that is not in its board's queue yet. */
interface PendingRequest extends CommandLimits {
  readonly device: DeviceRecord;
  /** Of the device, when it was requested. */
  readonly ownerId: number;
  readonly by: Requester;
  /** Why it may not be sent any more. */
  withdrawn?: CommandReason;
}

/** Commands that are ready to be stored, and what notes that they set something. */
interface Prepared {
  readonly rows: readonly NewCommand[];
  save(): Promise<unknown>;
}

interface ControlDeps {
  readonly repository: ControlRepository;
  readonly targets: ControlTargets;
  readonly broker: Pick<DeviceBroker, 'publishToBoard'>;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  findDevice(deviceId: number): DeviceRecord | undefined;
  /** False: the board's firmware reports nothing of what it is sent. */
  confirms(device: DeviceRecord): boolean;
}

/** Switches outputs and sends events, and reports what really became of each. */
export class Control {
  readonly #deps: ControlDeps;
  readonly #states: CommandStates;
  readonly #queues = new Map<number, CommandQueue>();
  /** Requests are stored in the order in which they came, so that the newest is the last. */
  readonly #queue = new KeyedQueue<number>();
  readonly #pending = new Set<PendingRequest>();
  readonly #limiter = new RateLimiterMemory(allowance);
  readonly #notes: RowWrites<NewCommand>;
  readonly #unconfirmed = new UnconfirmedCommands();

  constructor(deps: ControlDeps) {
    this.#deps = deps;
    this.#states = new CommandStates(deps);
    this.#notes = new RowWrites<NewCommand>({
      maxWaiting: maxNotes,
      write: (rows) => this.#writeNotes(rows),
      givenUp: ({ deviceId }, err) => deps.log.warn({ err, deviceId }, 'An action of a board could not be stored'),
    });
  }

  /**
   * Takes up commands that had no outcome when the server stopped. To be called before boards can connect; `endUnconfirmed` follows when
   * it is known what they reported until then.
   */
  async start(): Promise<void> {
    for (const row of await this.#deps.repository.listOpen()) {
      const open = this.#toOpen(row);
      const device = this.#deps.findDevice(row.deviceId);
      // What was sent in the last moment before a kill is not written.
      const owed = row.notBefore !== null;
      const mayContinue =
        row.state !== 'sent' || owed || (!open.once && device !== undefined && this.#hasConfirmed(device));
      if (device && mayContinue) this.queueOf(device).add([{ ...open, state: 'queued', owed }]);
      else this.#unconfirmed.add(open);
    }
    this.#states.start();
  }

  /** Ends what a former run sent and boards did not report. */
  endUnconfirmed(): void {
    const confirms = (deviceId: number) => {
      const device = this.#deps.findDevice(deviceId);
      return !device || this.#hasConfirmed(device);
    };
    const ended = Map.groupBy(this.#unconfirmed.end(confirms), ({ deviceId }) => deviceId);
    for (const [deviceId, commands] of ended) this.#changed(deviceId, commands);
  }

  /** Resolves when all that boards reported so far is written; rejects when the database did not take it. */
  async saved(): Promise<void> {
    await Promise.all([this.#deps.targets.saved(), this.#states.saved(), this.#notes.saved()]);
  }

  async stop(): Promise<void> {
    for (const queue of this.#queues.values()) queue.close();
    await this.#states.stop();
  }

  /** Removes of each device what is more than is stored of it; a job does this each hour. */
  removeSurplus(): Promise<void> {
    return this.#deps.repository.removeSurplus();
  }

  /** Removes old commands; a job does this each night. */
  async cleanup(): Promise<void> {
    await this.#deps.repository.removeOld(this.#deps.clock.now());
    for (const [id, queue] of this.#queues) {
      // What waits for a device that may be restored still gets its outcome.
      if (this.#deps.findDevice(id) || queue.size > 0) continue;
      queue.close();
      this.#queues.delete(id);
    }
  }

  async state(device: DeviceRecord): Promise<ControlState> {
    await this.#states.flush();
    const rows = await this.#deps.repository.newest(device.id, maxCommands);
    return {
      pins: pinsOf(device.family).map((pin) => ({ ...pin, modes: [...pin.modes] })),
      ...this.#targetsOf(device.id),
      commands: rows.map((row) => toCommand(this.#toOpen(row))),
    };
  }

  #targetsOf(deviceId: number): Pick<ControlState, 'outputs' | 'events'> {
    const { targets } = this.#deps;
    const queue = this.#queues.get(deviceId);
    const template = this.#templateOf(deviceId);
    return {
      outputs: targets.outputs(deviceId).map((row) => showOutput(row, queue?.openFor('output', row.pin))),
      events: targets
        .events(deviceId)
        .map((row) => showEvent(row, { open: queue?.openFor('event', row.name), template })),
    };
  }

  /** What was requested of one output or event, and what the board did with it by itself, newest first; or what of that `by` requested. */
  async history(device: DeviceRecord, query: CommandsQuery, by?: Pick<Requester, 'kind' | 'id'>): Promise<Command[]> {
    await this.#states.flush();
    const rows = await this.#deps.repository.newestOf(device.id, query);
    const theirs = by ? rows.filter(({ actor }) => actor.kind === by.kind && actor.id === by.id) : rows;
    return theirs.map((row) => toCommand(this.#toOpen(row)));
  }

  /** The commands that something led to (`Requester.origin`), with their devices, oldest first. */
  async ofOrigin(origin: string): Promise<(Command & { readonly deviceId: number })[]> {
    await this.#states.flush();
    const rows = await this.#deps.repository.listOfOrigin(origin);
    return rows.map((row) => ({ ...toCommand(this.#toOpen(row)), deviceId: row.deviceId }));
  }

  /** The outputs and events at the start of a time and their changes within it, as the board reported them. */
  async switched(device: DeviceRecord, query: SwitchedQuery): Promise<SwitchedResponse> {
    await this.#states.flush();
    const [before, commands] = await Promise.all([
      this.#deps.repository.reportedBefore(device.id, query.from),
      this.#deps.repository.reportedWithin(device.id, query),
    ]);
    const show = (row: CommandRow) => toCommand(this.#toOpen(row));
    return { before: before.map(show), commands: commands.map(show) };
  }

  /**
   * Switches outputs in one message. Throws a 400 for a pin that the board does not have, a 429 after too many calls, and a 403 when the
   * right to it ended before it was stored.
   */
  async switchOutputs(
    device: DeviceRecord,
    { pins }: IoRequest,
    by: Requester,
    limits?: CommandLimits,
  ): Promise<Command[]> {
    checkOutputs(device, pins);
    return this.#take({ device, ownerId: device.accountId, by, ...limits }, (request) => [
      this.#outputs(request, pins),
    ]);
  }

  #outputs(request: PendingRequest, pins: IoRequest['pins']): Prepared {
    const { targets } = this.#deps;
    const { device, by, waitsMs } = request;
    const rows: NewCommand[] = [];
    const switched: (() => Promise<void>)[] = [];
    for (const { pin, mode, value } of pins) {
      const output = targets.output(device.id, pin, mode);
      if (!output) throw tooMany('pins');
      const command = { ...this.#newCommand(device, by), kind: 'output' as const, target: pin, mode };
      const backAfterMs = value === 0 ? null : output.momentaryMs;
      const longestMs = backAfterMs === null ? lastingMs : momentaryMs;
      const expiresAt = command.createdAt + Math.min(waitsMs ?? longestMs, longestMs);
      rows.push({ ...command, value: String(value), expiresAt });
      if (backAfterMs !== null) {
        const notBefore = command.createdAt + backAfterMs;
        rows.push({ ...command, value: '0', notBefore, expiresAt: notBefore + lastingMs });
      }
      switched.push(() => {
        output.setUp = true;
        if (backAfterMs === null) {
          output.mode = mode;
          if (output.momentaryMs === null) output.saved = value;
        }
        return targets.saveOutput(output);
      });
    }
    return { rows, save: () => Promise.all(switched.map((save) => save())) };
  }

  /** Sends an event of the sketch; throws as `switchOutputs` does. */
  async sendEvent(
    device: DeviceRecord,
    { name, value }: EventRequest,
    by: Requester,
    limits?: CommandLimits,
  ): Promise<Command[]> {
    checkEvent({ name, value });
    return this.#take({ device, ownerId: device.accountId, by, ...limits }, (request) => [
      this.#event(request, { name, value }),
    ]);
  }

  #event({ device, by, waitsMs }: PendingRequest, { name, value }: EventRequest): Prepared {
    const event = this.#deps.targets.event(device.id, name, value);
    if (!event) throw tooMany('events');
    const command = { ...this.#newCommand(device, by), kind: 'event' as const, target: name, mode: null, value };
    const isForAMoment = isMomentary(event, device.template);
    const longestMs = isForAMoment ? momentaryMs : lastingMs;
    const expiresAt = command.createdAt + Math.min(waitsMs ?? longestMs, longestMs);
    const save = () => {
      if (!isForAMoment) event.saved = value;
      return this.#deps.targets.saveEvent(event);
    };
    return { rows: [{ ...command, expiresAt }], save };
  }

  /** Does all that one message sets, or nothing of it; throws as `switchOutputs` does. */
  async setAll(
    device: DeviceRecord,
    { outputs, events }: { readonly outputs: IoRequest['pins']; readonly events: readonly EventRequest[] },
    by: Requester,
  ): Promise<void> {
    checkOutputs(device, outputs);
    for (const event of events) checkEvent(event);
    await this.#take(
      { device, ownerId: device.accountId, by },
      (request) => [this.#outputs(request, outputs), ...events.map((event) => this.#event(request, event))],
      callsOf({ outputs, events }),
    );
  }

  /** The commands of a device that are under way. */
  queueOf(device: DeviceRecord): CommandQueue {
    const known = this.#queues.get(device.id);
    if (known) return known;
    const queue = new CommandQueue({
      clock: this.#deps.clock,
      // The owner may set the chip meanwhile.
      maxIoBytes: () => maxPayloadBytes(device.family, boardTopic(device.espid, 'io')),
      // The board of a deleted device may be somebody else's by now.
      send: (subtopic, payload) =>
        this.#deps.findDevice(device.id) !== undefined &&
        this.#deps.broker.publishToBoard(device.espid, subtopic, payload),
      confirms: () => this.#deps.confirms(device) || this.#hasConfirmedAny(device),
      added: (commands) => this.#publish(device.id, commands),
      changed: (commands) => this.#changed(device.id, commands),
      stored: () => this.#states.saved(),
    });
    this.#queues.set(device.id, queue);
    return queue;
  }

  /** The board reported a target: ends the command that it confirms. */
  confirmed(device: DeviceRecord, action: ReportedAction, { at, isOld }: ReportTime): OpenCommand | undefined {
    const queue = this.queueOf(device);
    const earlier = this.#unconfirmed.confirmed(device.id, action, at);
    if (earlier) this.#changed(device.id, [earlier]);
    // What is on its way was sent after the start.
    const now = isOld ? undefined : queue.confirmed(action);
    return now ?? queue.confirmedBefore(action, at) ?? earlier;
  }

  /** Keeps something that the board did by itself among the commands. */
  note(device: DeviceRecord, done: Pick<NewCommand, 'kind' | 'target' | 'mode' | 'value' | 'actor'>, at: number): void {
    const command = { ...this.#newCommand(device, done.actor), createdAt: at };
    const row: NewCommand = { ...command, ...done, state: 'acknowledged', answeredAt: at, expiresAt: at };
    // Anyone who has to know waits for `saved`.
    this.#notes.save(row).catch(() => undefined);
  }

  async #writeNotes(rows: readonly NewCommand[]): Promise<void> {
    const added = await this.#deps.repository.addCommands(rows);
    for (const [deviceId, ofDevice] of Map.groupBy(added, (row) => row.deviceId)) {
      const commands = ofDevice.map((row) => this.#toOpen(row));
      if (this.#deps.findDevice(deviceId)) this.#publish(deviceId, commands);
    }
  }

  /** Whether the board confirmed a command before, or reports a version that does (device protocol, 7.2). */
  #hasConfirmed(device: DeviceRecord): boolean {
    return device.firmware !== null || this.#hasConfirmedAny(device);
  }

  #hasConfirmedAny({ id }: DeviceRecord): boolean {
    const all = [...this.#deps.targets.outputs(id), ...this.#deps.targets.events(id)];
    return all.some(({ changedBy }) => changedBy !== null && changedBy.kind !== 'board');
  }

  /** Cancels what waits for the board, or is being stored, and came from those requesters; `why` is a sentence. */
  withdraw(device: DeviceRecord, isTheirs: (requester: Requester) => boolean, why: CommandReason): void {
    for (const one of this.#pending) if (one.device.id === device.id && isTheirs(one.by)) one.withdrawn = why;
    this.#queues.get(device.id)?.withdraw(({ actor }) => isTheirs(actor), why);
  }

  /** Publishes that something about a device's outputs or events changed, although none of its commands did. */
  announce(device: DeviceRecord): void {
    this.#publish(device.id, []);
  }

  #newCommand(device: DeviceRecord, actor: Requester) {
    const createdAt = this.#deps.clock.now();
    const nothingYet = { notBefore: null, sentAt: null, answeredAt: null, reason: null };
    return { deviceId: device.id, actor, createdAt, state: 'queued' as const, ...nothingYet };
  }

  /** Stores what a request sets when it is its turn. `calls`: how many the device takes for it. */
  async #take(
    request: PendingRequest,
    prepare: (request: PendingRequest) => readonly Prepared[],
    calls = 1,
  ): Promise<Command[]> {
    this.#pending.add(request);
    try {
      await this.#admit(request.device, calls);
      return await this.#queue.run(request.device.id, () => this.#give(request, prepare(request)));
    } finally {
      this.#pending.delete(request);
    }
  }

  /** Why a request may not be sent any more; undefined: it may. */
  #endOf({ device, ownerId, withdrawn }: PendingRequest): CommandReason | undefined {
    const now = this.#deps.findDevice(device.id);
    if (!now) return 'The device was deleted.';
    return now.accountId === ownerId ? withdrawn : 'The device was handed over to another account.';
  }

  /** Stores commands together and gives them to the board's queue. What they set is noted then: a refused one never does. */
  async #give(request: PendingRequest, prepared: readonly Prepared[]): Promise<Command[]> {
    const { device } = request;
    const rows = await this.#deps.repository.addCommands(prepared.flatMap((one) => one.rows));
    const open = rows.map((row) => this.#toOpen(row));
    const reason = this.#endOf(request);
    if (reason !== undefined) {
      // Not published: they came to nothing, and to others they would look like newer commands for their targets.
      this.#states.save(open.map((one) => ({ ...one, state: 'failed' as const, reason })));
      throw forbidden(reason, because('not_allowed'));
    }
    // Nobody waits for it: a board may respond before it is written, and what could not be is written with the next.
    Promise.all(prepared.map((one) => one.save())).catch((err: unknown) => {
      this.#deps.log.warn({ err, deviceId: device.id }, 'What a request set could not be stored; it is tried again');
    });
    this.queueOf(device).add(open);
    return open.map(toCommand);
  }

  async #admit(device: DeviceRecord, calls = 1): Promise<void> {
    if (device.paused)
      throw forbidden(
        'This device is paused because your plan has no room for it. See the plan page.' satisfies CommandReason,
        because('device_paused'),
      );
    if (this.queueOf(device).size >= maxQueued) {
      throw new AppError(
        409,
        'limit_reached',
        'Too many commands wait for this board. Wait until it is back.' satisfies CommandReason,
        because('commands_waiting'),
      );
    }
    await this.#limiter.consume(String(device.id), calls).catch((reason: unknown) => {
      throw reason instanceof RateLimiterRes ? tooFast(Math.ceil(reason.msBeforeNext / 1000)) : reason;
    });
  }

  #changed(deviceId: number, commands: readonly OpenCommand[]): void {
    this.#states.save(commands);
    for (const command of commands) {
      if (command.state !== 'failed' && command.state !== 'expired') continue;
      this.#deps.targets.forgetCommand(deviceId, command).catch((err: unknown) => {
        this.#deps.log.warn({ err }, 'A failed request could not be removed');
      });
    }
    this.#publish(deviceId, commands);
  }

  #publish(deviceId: number, commands: readonly OpenCommand[]): void {
    this.#deps.bus.publish(commandChanged, {
      deviceId,
      ...this.#targetsOf(deviceId),
      commands: commands.map(toCommand),
    });
  }

  #templateOf(deviceId: number): string | null {
    return this.#deps.findDevice(deviceId)?.template ?? null;
  }

  #toOpen(row: CommandRow): OpenCommand {
    const { targets } = this.#deps;
    const event = row.kind === 'event' ? targets.findEvent(row.deviceId, row.target) : undefined;
    const once =
      row.kind === 'event'
        ? event !== undefined && isMomentary(event, this.#templateOf(row.deviceId))
        : row.notBefore === null &&
          row.value !== '0' &&
          targets.findOutput(row.deviceId, row.target)?.momentaryMs != null;
    return { ...row, once, owed: false };
  }
}

/** How many calls the device takes for what a message sets. */
export const callsOf = ({
  outputs,
  events,
}: {
  readonly outputs: readonly unknown[];
  readonly events: readonly unknown[];
}): number => Math.min(outputs.length, 1) + events.length;

function checkOutputs({ family }: DeviceRecord, pins: IoRequest['pins']): void {
  if (new Set(pins.map(({ pin }) => pin)).size < pins.length) throw badRequest('Name each pin once.');
  for (const output of pins) {
    const problem = outputProblem(family, output);
    if (problem) throw badRequest(problem, because('pin_impossible', { pin: output.pin }));
  }
}

function checkEvent(event: EventRequest): void {
  const problem = eventProblem(event);
  if (problem) throw badRequest(problem, because('event_invalid'));
}

const tooFast = (retryAfterSeconds: number) =>
  new AppError(
    429,
    'rate_limited',
    `A board takes 5 commands a second. Wait ${retryAfterSeconds} s, or send several pins in one call.`,
    { ...because('commands_too_fast', { perSecond: 5 }), retryAfterSeconds },
  );
