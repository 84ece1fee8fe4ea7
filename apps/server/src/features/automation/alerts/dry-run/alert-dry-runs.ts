import { type AlertCondition, type AlertDryRun, type AlertDryRunRequest, durationText } from '@cyno/contract';
import type { Clock } from '../../../../platform/clock.ts';
import { badRequest, because } from '../../../../platform/errors.ts';
import type { DeviceRecord } from '../../../boards/devices/index.ts';
import type { Telemetry } from '../../../telemetry/telemetry/index.ts';
import { type DryRunPlaces, ThinnedSeries } from '../../rules/index.ts';
import { createMachine, unknownBefore } from '../machines/create-machine.ts';
import { UnusualDetector } from '../machines/unusual-detector.ts';
import { hoursIn, usualByHour } from '../machines/usual-by-hour.ts';
import { commandReport, updateReport } from '../outcome-report.ts';
import { keyOf, namesOf } from '../runner/followed.ts';
import type { UsualIntervals } from '../runner/usual-intervals.ts';
import type { PastEventsRepository } from './past-events.repository.ts';
import { Replay } from './replay.ts';
import { numbersOf, sideText } from './stored-numbers.ts';

const dayMs = 24 * 3_600_000;
const halfHourMs = 1_800_000;
/** Shorter than any silence that is alerted of without a time of its own. */
const shortestGapMs = 60_000;
const usualMs = 28 * dayMs;
/** So far back single messages are looked at; before that, minutes with messages are. */
const exactMs = 7 * dayMs;
const messagesPerRead = 10_000;
const longestMs = 20_000;

interface AlertDryRunsDeps {
  readonly telemetry: Pick<Telemetry, 'reader' | 'variables'>;
  readonly usualIntervals: Pick<UsualIntervals, 'find'>;
  readonly pastEvents: PastEventsRepository;
  /** Shared with those of automations. */
  readonly places: DryRunPlaces;
  readonly clock: Clock;
  timeZoneOf(device: DeviceRecord): string;
}

interface Range {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
}

/** How it went: how exact it is, as a sentence; and the variable, if it is about one. */
interface Outcome {
  readonly note: string | null;
  readonly series?: ThinnedSeries;
}

/** Computes when a rule would have alerted, from stored history and by the machine that follows live values. */
export class AlertDryRuns {
  readonly #deps: AlertDryRunsDeps;

  constructor(deps: AlertDryRunsDeps) {
    this.#deps = deps;
  }

  /** One after the other for an account; throws a 429 when too many of it wait. `signal`: nobody waits for the result any more. */
  run(device: DeviceRecord, { condition, days }: AlertDryRunRequest, signal: AbortSignal): Promise<AlertDryRun> {
    return this.#deps.places.run({ key: device.accountId }, async () => {
      signal.throwIfAborted();
      const to = this.#deps.clock.now();
      const range = { deviceId: device.id, from: to - days * dayMs, to };
      const replay = await this.#replayOf(device, condition, range);
      const { note, series } = await this.#feed(replay, condition, { ...range, signal });
      replay.end();
      const { count, atNight, alerts } = replay;
      return { from: range.from, to, count, atNight, alerts, series: series?.points() ?? [], note };
    });
  }

  async #replayOf(device: DeviceRecord, condition: AlertCondition, { from, to }: Range): Promise<Replay> {
    const { telemetry, usualIntervals, timeZoneOf } = this.#deps;
    const variables = telemetry.variables(device.id);
    const machine = createMachine(condition, {
      names: namesOf(condition, () => variables),
      now: from,
      known: unknownBefore,
    });
    if (machine.detector instanceof UnusualDetector) {
      const hours = await telemetry.reader.storedHours(
        { deviceId: device.id, from: to - usualMs, to },
        keyOf(condition) ?? '',
      );
      const hourOf = hoursIn(timeZoneOf(device));
      machine.detector.learn({ byHour: usualByHour(hours, hourOf), hourOf });
    }
    const usual = condition.kind === 'silent' ? await usualIntervals.find([device.id], to) : undefined;
    return new Replay({
      machine,
      to,
      zone: timeZoneOf(device),
      usual: usual?.get(device.id) ?? null,
      isConnected: device.online,
    });
  }

  async #feed(
    replay: Replay,
    condition: AlertCondition,
    { signal, ...range }: Range & { signal: AbortSignal },
  ): Promise<Outcome> {
    const { pastEvents } = this.#deps;
    switch (condition.kind) {
      case 'limit':
      case 'change':
      case 'stuck':
      case 'forecast':
      case 'unusual':
        return this.#variable(replay, condition, { ...range, signal });
      case 'signal':
        for (const { hour, weakest, newest } of await pastEvents.signal(range)) {
          replay.take(hour + halfHourMs, weakest);
          replay.take(hour + 2 * halfHourMs - 1, newest);
        }
        return { note: 'It is calculated from the weakest and the last signal of each hour.' };
      case 'silent':
        return this.#silence(replay, condition, { ...range, signal });
      case 'command-failed':
        for (const { at, failed, what, reason } of await pastEvents.commands(range)) {
          replay.outcome(at, { failed, what, report: commandReport(what, failed, reason) });
        }
        return { note: 'Older commands are no longer stored.' };
      case 'update-failed':
        for (const { at, failed, what, reason } of await pastEvents.updates(range)) {
          replay.outcome(at, { failed, what, report: updateReport(failed, reason) });
        }
        return { note: null };
    }
  }

  async #silence(
    replay: Replay,
    { seconds }: AlertCondition & { kind: 'silent' },
    { signal, ...range }: Range & { signal: AbortSignal },
  ): Promise<Outcome> {
    const longerMs = seconds === null ? shortestGapMs : seconds * 1_000;
    const { reader } = this.#deps.telemetry;
    const exactFrom = Math.max(range.from, range.to - exactMs);
    let heardAt: number | null = null;
    const take = (times: readonly number[]) => {
      signal.throwIfAborted();
      for (const at of times) {
        if (heardAt !== null && at - heardAt > longerMs) {
          replay.take(heardAt, null);
          replay.take(at, null);
        }
        heardAt = at;
      }
    };
    take(await reader.minutesHeard({ ...range, to: exactFrom }));
    for await (const times of reader.instantsHeard({ ...range, from: exactFrom }, messagesPerRead)) take(times);
    if (heardAt !== null) replay.take(heardAt, null);
    return {
      note: 'It is calculated from when values came; more than a week ago, from minutes in which some did. How often the device sends is taken from the last days.',
    };
  }

  /** Where there are only the extremes of a span, the note describes which of them count. */
  async #variable(
    replay: Replay,
    condition: AlertCondition,
    { signal, ...range }: Range & { signal: AbortSignal },
  ): Promise<Outcome> {
    const series = new ThinnedSeries(range.from, range.to);
    const begun = performance.now();
    let widthMs = 0;
    for await (const part of this.#deps.telemetry.reader.storedExtremes(range, keyOf(condition) ?? '')) {
      signal.throwIfAborted();
      if (performance.now() - begun > longestMs)
        throw badRequest('This takes too long. Try it with fewer days.', because('dry_run_too_long'));
      widthMs = Math.max(widthMs, part.widthMs);
      for (const [at, value] of numbersOf(condition, part)) {
        replay.take(at, value);
        series.add(at, value);
      }
    }
    const learned = condition.kind === 'unusual' ? 'What is usual is taken from the last four weeks.' : null;
    if (widthMs === 0) return { series, note: learned };
    const span = widthMs === 60_000 ? 'minute' : durationText(widthMs / 1_000);
    return {
      series,
      note: `Where single messages are no longer stored, or are very many, it is calculated from the ${sideText(condition)} of each ${span}.${learned === null ? '' : ` ${learned}`}`,
    };
  }
}
