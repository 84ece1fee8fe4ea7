import type { AutomationAction, AutomationDefinition, AutomationPlacement, BoardBudget } from '@cyno/contract';
import { type BoardRule, type BoardTimer, clockSeconds, listEntries } from '@cyno/device-protocol';
import type { Clock } from '../../../platform/clock.ts';
import { KeyedQueue } from '../../../platform/keyed-queue.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import type {
  AutomationDirectory,
  AutomationRecord,
  AutomationRepository,
  BoardProgram,
} from '../definitions/index.ts';
import type { BoardFirmware } from './board-firmware.ts';
import { type BoardPlan, type PlannedAutomation, type PlannedList, planBoard } from './board-plan.ts';

/** Between two messages to a board. */
const spacingMs = 300;
/** A clock that is set within this time of a timer may leave it out, or run it twice (protocol 2.5.3). */
const nearSeconds = 5;
/** So close to its time a timer changes hands to nobody: a list takes a moment to arrive, and the clock of a board is late. */
const handover = { secondsBefore: 1, secondsAfter: 2 };
const secondsOfDay = 86_400;
const handoverMs = (handover.secondsBefore + handover.secondsAfter + 1) * 1_000;
/** In the place of a list when it is not known what the board has. No list is empty. */
const notKnown = '';
/** What a board reported may have been on its way for so long. */
const onItsWayMs = 1_000;

/** How boards are sent to without coming too close to a command. */
interface BoardPublisher {
  /** For how long nothing may be sent to the board yet, ms. */
  restMs(device: DeviceRecord): number;
  send(device: DeviceRecord, message: { subtopic: string; payload: string }): void;
}

interface ProgramsDeps {
  readonly repository: Pick<AutomationRepository, 'listPrograms' | 'saveProgram'>;
  readonly directory: AutomationDirectory;
  readonly firmware: BoardFirmware;
  readonly publisher: BoardPublisher;
  readonly clock: Clock;
  readonly log: Logger;
  findDevice(deviceId: number): DeviceRecord | undefined;
  timeZoneOf(device: DeviceRecord): string;
  /** True for a pin that is switched back after a moment. */
  isMomentary(deviceId: number, pin: string): boolean;
  /** True for a variable whose values are not what the board sends. */
  isCalibrated(deviceId: number, key: string): boolean;
  /** True for a variable that the server makes of others. */
  isComputed(deviceId: number, key: string): boolean;
  /** Hears that the board has other automations than before, or another list. */
  changed(device: DeviceRecord): void;
}

/** The two lists of a board: what each is called on the wire, in a plan, and where it is stored. */
const lists = [
  { subtopic: 'timer', kind: 'timers', sentAt: 'timersSentAt' },
  { subtopic: 'automation', kind: 'rules', sentAt: 'rulesSentAt' },
] as const;

/** Which automations run on the boards themselves, and what each board was given. */
export class BoardPrograms {
  readonly #deps: ProgramsDeps;
  readonly #programs = new Map<number, BoardProgram>();
  /** The automations that their boards have in this version. */
  readonly #onBoard = new Map<number, BoardTimer | BoardRule>();
  readonly #pauses = new Map<number, NodeJS.Timeout>();
  /** Boards that came close to the time of a timer, and of which it is not known whether they have started. */
  readonly #unsure = new Set<number>();
  /** The lists that boards were sent since they reported that they start, until what follows on that has its turn. */
  readonly #sentSince = new Map<number, Set<'timers' | 'rules'>>();
  readonly #queue = new KeyedQueue<number>();
  readonly #writes = new Set<Promise<void>>();

  constructor(deps: ProgramsDeps) {
    this.#deps = deps;
  }

  async load(): Promise<void> {
    for (const program of await this.#deps.repository.listPrograms()) this.#programs.set(program.deviceId, program);
    const deviceIds = new Set(this.#deps.directory.all().map(({ deviceId }) => deviceId));
    for (const id of deviceIds) {
      const device = this.#deps.findDevice(id);
      if (device) this.#differs(device, this.planOf(device));
    }
  }

  async stop(): Promise<void> {
    for (const pause of this.#pauses.values()) clearTimeout(pause);
    this.#pauses.clear();
    await Promise.all(this.#writes);
  }

  /** Who runs it at this moment: the board only when it has this version of the automation. */
  placementOf(automationId: number): 'board' | 'server' {
    return this.#onBoard.has(automationId) ? 'board' : 'server';
  }

  /** The entries of the list of timers that the board was given last. */
  givenTimers(deviceId: number): string[] {
    return listEntries(this.#delivered(deviceId, 'timers'));
  }

  /** What the board has of an automation; undefined when the server runs it. */
  entryOf(automationId: number): BoardTimer | BoardRule | undefined {
    return this.#onBoard.get(automationId);
  }

  /** Whether a timer on the board runs in the next seconds, or ran in the last ones. */
  timerIsNear(device: DeviceRecord): boolean {
    const isNear = this.#nearness(device, { secondsBefore: nearSeconds, secondsAfter: nearSeconds });
    return this.givenTimers(device.id).some((entry) => isNear(Number.parseInt(entry, 10)));
  }

  /** Whether a second of the day comes or came so close to now. */
  #nearness(device: DeviceRecord, { secondsBefore, secondsAfter }: typeof handover): (tod: number) => boolean {
    const { clock, timeZoneOf } = this.#deps;
    const now = clockSeconds(clock.now(), timeZoneOf(device)) % secondsOfDay;
    return (tod) => (now - tod + secondsBefore + secondsOfDay) % secondsOfDay <= secondsBefore + secondsAfter;
  }

  /** Whether a timer that stays would change hands so close to its time that the board and the server could both run it. */
  #isHandoverNear(device: DeviceRecord, plan: BoardPlan): boolean {
    const isNear = this.#nearness(device, handover);
    const given = new Set(this.givenTimers(device.id));
    return this.#own(device).some(({ id, enabled, definition }) => {
      if (!enabled || definition.kind !== 'timer') return false;
      const planned = plan.timers.entries.get(id);
      if (planned && given.has(planned.text)) return false;
      const had = this.#onBoard.get(id) as BoardTimer | undefined;
      return (planned !== undefined && isNear(planned.entry.tod)) || (had !== undefined && isNear(had.tod));
    });
  }

  planOf(device: DeviceRecord, automations: readonly PlannedAutomation[] = this.#own(device)): BoardPlan {
    const { clock, firmware, timeZoneOf, isMomentary, isCalibrated, isComputed } = this.#deps;
    const board = {
      espid: device.espid,
      family: device.family,
      firmware: firmware.of(device),
      zone: timeZoneOf(device),
      now: clock.now(),
      isMomentary: (action: AutomationAction) => action.kind === 'output' && isMomentary(device.id, action.pin),
      isCalibrated: (key: string) => isCalibrated(device.id, key),
      isComputed: (key: string) => isComputed(device.id, key),
    };
    return planBoard(board, automations);
  }

  /** How the place of an automation of the device is shown. */
  placement(plan: BoardPlan, { id, deviceId, definition, enabled }: AutomationRecord): AutomationPlacement {
    const place = plan.places.get(id) ?? { where: 'server', reason: 'Runs on the server.', note: null };
    if (place.where === 'server') return { ...place, delivered: null };
    const kind = definition.kind === 'timer' ? 'timers' : 'rules';
    const hasList = this.#delivered(deviceId, kind) === plan[kind].payload;
    return { ...place, delivered: enabled ? this.#onBoard.has(id) : hasList };
  }

  budgets(device: DeviceRecord, plan: BoardPlan): { timers: BoardBudget; rules: BoardBudget } {
    const budget = (kind: 'timers' | 'rules', sentAt: 'timersSentAt' | 'rulesSentAt'): BoardBudget => {
      const { payload, entries, capacity, bytes }: PlannedList<unknown> = plan[kind];
      const isDelivered = this.#delivered(device.id, kind) === payload;
      const deliveredAt = isDelivered ? (this.#programs.get(device.id)?.[sentAt] ?? null) : null;
      return { count: entries.size, maxCount: capacity.count, bytes, maxBytes: capacity.bytes, deliveredAt };
    };
    return { timers: budget('timers', 'timersSentAt'), rules: budget('rules', 'rulesSentAt') };
  }

  /** Where the definition would run, in the place of the automation `id` when that is given. */
  preview(device: DeviceRecord, definition: AutomationDefinition, id?: number) {
    const own = this.#own(device);
    const candidate = { id: id ?? Number.POSITIVE_INFINITY, enabled: true, definition };
    const all = id === undefined ? [...own, candidate] : own.map((one) => (one.id === id ? candidate : one));
    const plan = this.planOf(device, all);
    const place = plan.places.get(candidate.id);
    if (!place) throw new Error('An automation was left out of its plan');
    const placement: AutomationPlacement = { ...place, delivered: place.where === 'board' ? false : null };
    return { placement, ...this.budgets(device, plan) };
  }

  /** The board reports that it starts: what it is sent from now on it has. */
  starts(device: DeviceRecord): void {
    this.#sentSince.set(device.id, new Set());
  }

  /** The board has started: its lists are gone, but for those that it was sent since it reported that. */
  started(device: DeviceRecord): void {
    const sent = this.#sentSince.get(device.id);
    this.#sentSince.delete(device.id);
    const program = this.#programs.get(device.id);
    if (!program) return;
    const gone = lists.filter(({ kind }) => !sent?.has(kind));
    this.#keep({ ...program, ...Object.fromEntries(gone.map(({ kind }) => [kind, null])) });
    this.#differs(device, this.planOf(device));
  }

  /** It is not known whether the board has started: what it should have is given again. */
  mayHaveStarted(device: DeviceRecord): void {
    const program = this.#programs.get(device.id);
    if (!program) return;
    const isNear = this.#nearness(device, handover);
    if (this.givenTimers(device.id).some((entry) => isNear(Number.parseInt(entry, 10)))) {
      // It most probably was only away and runs the timer by itself; giving it the list again can wait.
      this.#unsure.add(device.id);
      this.#pause(device, handoverMs);
      return;
    }
    this.#unsure.delete(device.id);
    const plan = this.planOf(device);
    const again = (kind: 'timers' | 'rules') => (plan[kind].entries.size > 0 ? null : program[kind]);
    this.#keep({ ...program, timers: again('timers'), rules: again('rules') });
    this.#differs(device, plan);
  }

  /** The connection broke: lists that were sent since the board was last heard of may not have arrived, and are given again. */
  connectionBroke(device: DeviceRecord): void {
    const program = this.#programs.get(device.id);
    const heardAt = (device.lastSeenAt ?? 0) - onItsWayMs;
    const unsure = lists.filter(({ kind, sentAt }) => program?.[kind] != null && (program[sentAt] ?? 0) >= heardAt);
    if (!program || unsure.length === 0) return;
    this.#keep({ ...program, ...Object.fromEntries(unsure.map(({ kind }) => [kind, notKnown])) });
  }

  /** The device is deleted: its board must not continue for anyone who has it next. */
  released(device: DeviceRecord): void {
    const program = this.#programs.get(device.id);
    if (!program) return;
    const had = lists.filter(({ kind }) => this.#delivered(device.id, kind) !== 'no');
    if (device.online) for (const { subtopic } of had) this.#deps.publisher.send(device, { subtopic, payload: 'no' });
    const left = device.online ? [] : had.map(({ kind }) => [kind, notKnown]);
    this.#keep({ ...program, timers: null, rules: null, ...Object.fromEntries(left) });
  }

  /** Gives the board the lists that differ from what it has, one after the other, as soon as it may be sent to. */
  deliver(device: DeviceRecord): void {
    const plan = this.planOf(device);
    if (this.#isHandoverNear(device, plan)) {
      this.#pause(device, handoverMs);
      return;
    }
    if (this.#differs(device, plan)) this.#deps.changed(device);
    if (this.#pauses.has(device.id)) return;
    const restMs = this.#deps.publisher.restMs(device);
    if (restMs > 0) {
      this.#pause(device, restMs);
      return;
    }
    const [next] = device.online && !device.paused ? this.behind(device, plan) : [];
    if (next) this.#deps.publisher.send(device, next);
    this.#pause(device, spacingMs);
  }

  /** As `deliver`, for what may happen many times a second. */
  reconsider(device: DeviceRecord): void {
    if (!this.#pauses.has(device.id)) this.deliver(device);
  }

  /** The messages that the board has to be sent, each noted as given when it is taken. */
  *behind(
    device: DeviceRecord,
    plan = this.planOf(device),
  ): Generator<{ subtopic: string; payload: string }, undefined> {
    for (const { subtopic, kind, sentAt } of lists) {
      const { payload } = plan[kind];
      if (this.#delivered(device.id, kind) === payload) continue;
      if (kind === 'timers' && this.#isHandoverNear(device, plan)) {
        this.#pause(device, handoverMs);
        continue;
      }
      const known = this.#programs.get(device.id) ?? newProgram(device.id);
      this.#keep({ ...known, [kind]: payload, [sentAt]: this.#deps.clock.now() });
      this.#sentSince.get(device.id)?.add(kind);
      this.#differs(device, plan);
      this.#deps.changed(device);
      yield { subtopic, payload };
    }
  }

  /** A board that keeps changing is looked at some times a second only. */
  #pause(device: DeviceRecord, ms: number): void {
    if (this.#pauses.has(device.id)) return;
    const proceed = () => {
      this.#pauses.delete(device.id);
      const found = this.#deps.findDevice(device.id);
      if (found && this.#unsure.has(found.id)) this.mayHaveStarted(found);
      if (found && this.#isBehind(found)) this.deliver(found);
    };
    this.#pauses.set(device.id, setTimeout(proceed, ms));
  }

  #isBehind(device: DeviceRecord): boolean {
    if (!device.online || device.paused) return false;
    const plan = this.planOf(device);
    return lists.some(({ kind }) => this.#delivered(device.id, kind) !== plan[kind].payload);
  }

  /** What the board has; one that never got a list has an empty one. */
  #delivered(deviceId: number, kind: 'timers' | 'rules'): string {
    return this.#programs.get(deviceId)?.[kind] ?? 'no';
  }

  /** Notes which automations the board has; returns whether that changed. */
  #differs(device: DeviceRecord, plan: BoardPlan): boolean {
    let changed = false;
    for (const { kind } of lists) {
      const given = new Set(listEntries(this.#delivered(device.id, kind)));
      for (const { id, definition } of this.#own(device)) {
        if ((definition.kind === 'timer') !== (kind === 'timers')) continue;
        const planned = plan[kind].entries.get(id);
        const isThere = planned !== undefined && given.has(planned.text);
        if (isThere !== this.#onBoard.has(id)) changed = true;
        if (isThere) this.#onBoard.set(id, planned.entry);
        else this.#onBoard.delete(id);
      }
    }
    return changed;
  }

  #own(device: DeviceRecord): AutomationRecord[] {
    return this.#deps.directory.ofDevice(device.id);
  }

  #keep(program: BoardProgram): void {
    this.#programs.set(program.deviceId, program);
    const write = this.#queue
      .run(program.deviceId, () => this.#deps.repository.saveProgram(program))
      .catch((err: unknown) => {
        this.#deps.log.warn({ err }, 'What was sent to a board is not written; it is sent again after a restart');
      })
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
  }
}

const newProgram = (deviceId: number): BoardProgram => ({
  deviceId,
  timers: null,
  timersSentAt: null,
  rules: null,
  rulesSentAt: null,
});
