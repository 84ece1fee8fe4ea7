import type { RunReport, TimerDefinition } from '@cyno/contract';
import { type BoardTimer, timerEntry } from '@cyno/device-protocol';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import type { AutomationDirectory, AutomationRecord } from '../definitions/index.ts';
import { automationChanged, isSwitch } from '../definitions/index.ts';
import { type RunsRepository, resultOf, whyOf } from '../runs/index.ts';
import { addDays, instantAt, localDateOf, nextDue, occasionOf, WakeUps } from '../timers/index.ts';
import { boardReportMs } from './board-entry.ts';
import type { BoardPrograms } from './board-programs.ts';

interface TimesDeps {
  readonly directory: AutomationDirectory;
  readonly programs: BoardPrograms;
  readonly runs: Pick<RunsRepository, 'claimTime'>;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  findDevice(deviceId: number): DeviceRecord | undefined;
  timeZoneOf(device: DeviceRecord): string;
  announce(device: DeviceRecord): void;
  /** A timer that runs once has had its time. */
  finish(record: AutomationRecord): Promise<void>;
}

/** What the database did not take is written again after this. */
const retryMs = 5_000;
/** The time zones of accounts are looked at this often. */
const zonesEveryMs = 5_000;

type OnceTimer = TimerDefinition & { repeat: { type: 'once' }; at: { type: 'time' } };

/**
 * Follows the times of the timers that run on boards: gives a board its timers for once on the day before, ends them afterwards, and
 * writes down when a board did not report what it should have done.
 */
export class BoardTimes {
  readonly #deps: TimesDeps;
  readonly #wakeUps: WakeUps;
  /** When the boards should fire next; checked a little later. */
  readonly #dueAt = new Map<number, number>();
  /** The time zones in which these instants were found. */
  readonly #zones = new Map<number, string>();
  #checkTimer: NodeJS.Timeout | undefined;

  constructor(deps: TimesDeps) {
    this.#deps = deps;
    this.#wakeUps = new WakeUps(deps.clock, (id) => this.#wake(id));
  }

  /** To be called before the engine starts: what boards had while no server ran is theirs. */
  async start(): Promise<void> {
    for (const record of this.#deps.directory.all()) {
      const ranAt = this.#ranUnseenAt(record);
      if (ranAt === null) this.#arm(record);
      else await this.#endUnseen(record, ranAt);
    }
    this.#deps.bus.subscribe(automationChanged, 'board times', ({ before, after }) => {
      if (before) this.#forget(before.id);
      if (after) this.#arm(after);
    });
    this.#checkTimer = setInterval(() => this.#checkZones(), zonesEveryMs);
  }

  stop(): void {
    clearInterval(this.#checkTimer);
    this.#wakeUps.stop();
  }

  /** The board has other timers than before. */
  boardChanged(device: DeviceRecord): void {
    for (const record of this.#deps.directory.ofDevice(device.id)) this.#arm(record);
  }

  /**
   * In another time zone boards fire at other instants, and may be given other timers for once. A device that was deleted, which has
   * no zone, may also be back.
   */
  #checkZones(): void {
    const { directory, programs, findDevice } = this.#deps;
    const moved = directory.all().filter((record) => this.#isElsewhere(record));
    for (const record of moved) this.#arm(record);
    for (const id of new Set(moved.map(({ deviceId }) => deviceId))) {
      const device = findDevice(id);
      if (device) programs.deliver(device);
    }
  }

  #isElsewhere(record: AutomationRecord): boolean {
    const isArmed = record.enabled && record.definition.kind === 'timer';
    return isArmed && this.#zones.get(record.id) !== this.#zoneOf(record);
  }

  #forget(id: number): void {
    this.#dueAt.delete(id);
    this.#zones.delete(id);
    this.#wakeUps.set(id, null);
  }

  #arm(record: AutomationRecord): void {
    const { id, definition, enabled } = record;
    const now = this.#deps.clock.now();
    // What should just have happened is still to be looked at.
    if ((this.#dueAt.get(id) ?? Number.POSITIVE_INFINITY) <= now) return;
    this.#forget(id);
    const zone = this.#zoneOf(record);
    if (!enabled || definition.kind !== 'timer' || zone === undefined) return;
    this.#zones.set(id, zone);
    const entry = this.#deps.programs.entryOf(id) as BoardTimer | undefined;
    if (entry) {
      const due = nextDue(
        { ...definition, at: { type: 'time', secondOfDay: entry.tod } },
        { zone, location: null },
        // The report of one that just had its only time is still awaited, also by a server that starts meanwhile.
        isOnce(definition) ? now - boardReportMs : now,
      );
      if (!due) return;
      this.#dueAt.set(id, due.at);
      this.#wakeUps.set(id, due.at + boardReportMs);
    } else if (isOnce(definition)) {
      const givenAt =
        instantAt(addDays(definition.repeat.date, -1), definition.at.secondOfDay, zone) + boardReportMs + 1_000;
      if (givenAt > now) this.#wakeUps.set(id, givenAt);
    }
  }

  #zoneOf({ deviceId }: AutomationRecord): string | undefined {
    const device = this.#deps.findDevice(deviceId);
    return device && this.#deps.timeZoneOf(device);
  }

  #wake(id: number): void {
    const record = this.#deps.directory.find(id);
    const device = record && this.#deps.findDevice(record.deviceId);
    const dueAt = this.#dueAt.get(id);
    this.#dueAt.delete(id);
    if (!record || !device) return;
    if (this.#isElsewhere(record)) {
      this.#arm(record);
      return;
    }
    if (dueAt === undefined) {
      this.#deps.programs.deliver(device);
      return;
    }
    this.#differs(record, device, dueAt)
      .then(() => this.#arm(this.#deps.directory.find(id) ?? record))
      .catch((err: unknown) => {
        this.#deps.log.warn(
          { err, automation: id },
          'The state of a timer of a board was not written; it is tried again',
        );
        this.#dueAt.set(id, dueAt);
        this.#wakeUps.set(id, this.#deps.clock.now() + retryMs);
      });
  }

  async #differs(record: AutomationRecord, device: DeviceRecord, dueAt: number): Promise<void> {
    const { runs, clock, announce } = this.#deps;
    const { definition } = record;
    if (definition.kind !== 'timer') return;
    const row = await runs.claimTime({
      automationId: record.id,
      phase: 'start',
      dueAt,
      occasion: occasionOf(definition, localDateOf(dueAt, this.#deps.timeZoneOf(device))),
      at: clock.now(),
      ...whyOf(onBoard(definition)),
      ...(device.online
        ? { outcome: 'failed', ...resultOf([{ code: 'not_reported_by_board' }]) }
        : { outcome: 'skipped', ...resultOf([{ code: 'board_away' }]) }),
    });
    if (row) announce(device);
    if (isOnce(definition)) await this.#deps.finish(record);
  }

  /** A timer for once whose time passed while no server ran, and which its board had: when that was, or null. */
  #ranUnseenAt(record: AutomationRecord): number | null {
    const { definition, deviceId, enabled } = record;
    const zone = this.#zoneOf(record);
    if (!enabled || !isOnce(definition) || zone === undefined) return null;
    const { at, action, repeat } = definition;
    const dueAt = instantAt(repeat.date, at.secondOfDay, zone);
    if (!isSwitch(action) || dueAt + boardReportMs > this.#deps.clock.now() || record.updatedAt > dueAt) return null;
    const wanted = timerEntry({ tod: at.secondOfDay, rep: 'o', days: [], action });
    const withoutSecond = (entry: string) => entry.slice(entry.indexOf(':'));
    const hadIt = this.#deps.programs
      .givenTimers(deviceId)
      .some((entry) => withoutSecond(entry) === withoutSecond(wanted) && Number.parseInt(entry, 10) >= at.secondOfDay);
    return hadIt ? dueAt : null;
  }

  async #endUnseen(record: AutomationRecord, dueAt: number): Promise<void> {
    const { definition } = record;
    if (!isOnce(definition)) return;
    await this.#deps.runs.claimTime({
      automationId: record.id,
      phase: 'start',
      dueAt,
      at: this.#deps.clock.now(),
      outcome: 'skipped',
      ...whyOf(onBoard(definition)),
      ...resultOf([{ code: 'server_away' }]),
      occasion: occasionOf(definition, definition.repeat.date),
    });
    await this.#deps.finish(record);
  }
}

const onBoard = ({ at, repeat }: TimerDefinition): RunReport => [
  { code: 'due', at, repeat, lateMs: null },
  { code: 'board_has_timer' },
];

const isOnce = (definition: AutomationRecord['definition']): definition is OnceTimer =>
  definition.kind === 'timer' && definition.repeat.type === 'once' && definition.at.type === 'time';
