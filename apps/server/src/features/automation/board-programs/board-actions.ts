import { type Actor, type RunReport, runLogText, type ValueCondition } from '@cyno/contract';
import { type BoardTimer, clockSeconds } from '@cyno/device-protocol';
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { ReportedAction } from '../../boards/control/index.ts';
import type { DeviceLog, DeviceRecord } from '../../boards/devices/index.ts';
import type { Telemetry } from '../../telemetry/telemetry/index.ts';
import type { AutomationDirectory, AutomationRecord } from '../definitions/index.ts';
import { isSwitch, nameOf } from '../definitions/index.ts';
import { fulfils, numberOf } from '../rules/index.ts';
import { type NewRun, type RunsRepository, resultOf, whyOf } from '../runs/index.ts';
import { localDateOf, occasionOf } from '../timers/index.ts';
import type { BoardPrograms } from './board-programs.ts';

/** The board's clock and the way of its report may differ by so much from the time of a timer. */
const toleranceSeconds = 3;
const secondsOfDay = 86_400;
/** A rule of a board fires with each measurement: that is one run, until it has not fired for so long or for some measurements. */
const pauseMs = 60_000;
const measurementsOfPause = 3;

interface BoardActionsDeps {
  readonly directory: AutomationDirectory;
  readonly programs: BoardPrograms;
  readonly runs: Pick<RunsRepository, 'claimTime'>;
  readonly deviceLog: Pick<DeviceLog, 'append'>;
  readonly telemetry: Pick<Telemetry, 'variables'>;
  readonly clock: Clock;
  readonly log: Logger;
  timeZoneOf(device: DeviceRecord): string;
  announce(device: DeviceRecord): void;
  /** A timer that runs once has had its time. */
  finish(record: AutomationRecord): Promise<void>;
}

type BoardRun = Pick<NewRun, 'dueAt' | 'occasion'> & { readonly why: RunReport };

/** Finds out which automation a board followed by itself, and writes it into the run log. */
export class BoardActions {
  readonly #deps: BoardActionsDeps;
  /** The last noted time of each automation: boards repeat their reports. */
  readonly #noted = new Map<number, number>();
  /** When the rules of boards fired last. */
  readonly #lastActionAt = new Map<number, number>();

  constructor(deps: BoardActionsDeps) {
    this.#deps = deps;
  }

  /** The timer or the rule on the board that fits the report at this moment; null: none, the sketch did it. */
  explain(device: DeviceRecord, action: ReportedAction): Actor | null {
    const fitting = this.#deps.directory
      .ofDevice(device.id)
      .filter((record) => this.#deps.programs.placementOf(record.id) === 'board' && isActionOf(record, action));
    for (const record of fitting) {
      const dueAt = this.#timeOfTimer(device, record);
      const { definition } = record;
      if (dueAt === null || definition.kind !== 'timer') continue;
      const occasion = occasionOf(definition, localDateOf(dueAt, this.#deps.timeZoneOf(device)));
      const { at, repeat } = definition;
      this.#note(device, record, { dueAt, why: [{ code: 'due', at, repeat, lateMs: null }], occasion });
      return actorOf(record, dueAt);
    }
    for (const record of fitting) {
      const held = this.#whyOfRule(device, record);
      if (held === null) continue;
      const now = this.#deps.clock.now();
      const isOngoing = now - (this.#lastActionAt.get(record.id) ?? 0) < held.pauseMs;
      this.#lastActionAt.set(record.id, now);
      const dueAt = (isOngoing ? this.#noted.get(record.id) : undefined) ?? now - (now % pauseMs);
      if (!isOngoing) this.#note(device, record, { dueAt, why: held.why });
      return actorOf(record, dueAt);
    }
    return null;
  }

  /** The instant of the timer on the board that is nearest to now, if it is near enough. */
  #timeOfTimer(device: DeviceRecord, { id, definition }: AutomationRecord): number | null {
    if (definition.kind !== 'timer') return null;
    const { tod, rep, days } = this.#deps.programs.entryOf(id) as BoardTimer;
    const now = this.#deps.clock.now();
    const second = clockSeconds(now, this.#deps.timeZoneOf(device));
    const today = Math.floor(second / secondsOfDay);
    for (const day of [today, today + 6, today + 1]) {
      if (rep === 'w' && !days.includes(day % 7)) continue;
      const sinceThen = apart(second, (day % 7) * secondsOfDay + tod);
      if (Math.abs(sinceThen) <= toleranceSeconds) return now - (now % 1_000) - sinceThen * 1_000;
    }
    return null;
  }

  #whyOfRule(device: DeviceRecord, { definition }: AutomationRecord): { why: RunReport; pauseMs: number } | null {
    if (definition.kind !== 'rule') return null;
    const [condition] = definition.conditions as [ValueCondition];
    const found = this.#deps.telemetry.variables(device.id).find(({ key }) => key === condition.key);
    const value = found?.value == null ? null : numberOf(found.value);
    if (value === null || !fulfils(condition, value, false)) return null;
    const { key, comparison, threshold } = condition;
    const compared = {
      label: found?.label ?? key,
      device: null,
      unit: found?.unit ?? '',
      value,
      comparison,
      threshold,
    };
    return {
      why: [{ code: 'held', facts: [{ kind: 'value', ...compared }], seconds: 0 }],
      pauseMs: Math.max(pauseMs, measurementsOfPause * (found?.intervalMs ?? 0)),
    };
  }

  #note(device: DeviceRecord, record: AutomationRecord, run: BoardRun): void {
    if (this.#noted.get(record.id) === run.dueAt) return;
    this.#noted.set(record.id, run.dueAt);
    this.#write(device, record, run).catch((err: unknown) => {
      this.#deps.log.warn({ err, automation: record.id }, 'What a board reported by itself was not written');
    });
  }

  async #write(device: DeviceRecord, record: AutomationRecord, { why, ...run }: BoardRun) {
    const { runs, deviceLog, clock, announce, finish } = this.#deps;
    const { action } = record.definition;
    const row = await runs.claimTime({
      ...run,
      automationId: record.id,
      phase: 'start',
      at: clock.now(),
      outcome: 'done',
      ...whyOf([...why, { code: 'board_ran' }]),
      ...resultOf([{ code: 'board_reported', action: isSwitch(action) ? action : null }]),
    });
    if (row) {
      const sent: RunReport = isSwitch(action) ? [{ code: 'switched', action }] : [];
      const line = { name: nameOf(record), report: [...why, { code: 'board_ran' as const }, ...sent] };
      deviceLog.append(device.id, 'automation', runLogText(line), line);
      announce(device);
    }
    const { definition } = record;
    if (definition.kind === 'timer' && definition.repeat.type === 'once') await finish(record);
  }
}

const actorOf = (record: AutomationRecord, dueAt: number): Actor => ({
  kind: record.definition.kind,
  name: nameOf(record),
  run: { automation: record.id, dueAt, phase: 'start', step: 0 },
});

function isActionOf({ definition: { action } }: AutomationRecord, { kind, target, value }: ReportedAction): boolean {
  if (!isSwitch(action)) return false;
  const own = action.kind === 'output' ? action.pin : action.name;
  return action.kind === kind && own === target && String(action.value) === value;
}

/** Seconds from the second of the week `then` to `now`, over the end of the week where that is shorter. */
function apart(now: number, then: number): number {
  const week = 7 * secondsOfDay;
  const difference = (((now - then) % week) + week) % week;
  return difference > week / 2 ? difference - week : difference;
}
