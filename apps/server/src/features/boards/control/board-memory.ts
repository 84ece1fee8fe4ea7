import type { Actor } from '@cyno/contract';
import {
  eventProblem,
  eventSegment,
  findReportedPin,
  isDots,
  outputProblem,
  outputSegment,
} from '@cyno/device-protocol';
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { DeviceRecord } from '../devices/index.ts';
import { type ReportedAction, type ReportTime, toActor } from './command.ts';
import type { EventRow, OutputRow } from './control.repository.ts';
import type { Control } from './control.service.ts';
import type { ControlTargets } from './control-targets.ts';
import { isMomentary } from './momentary-events.ts';
import { ReportBudget } from './report-budget.ts';

interface MemoryDeps {
  readonly control: Control;
  readonly targets: ControlTargets;
  readonly clock: Clock;
  readonly log: Logger;
  /**
   * What of people's automations made the board do it without a command; null: nothing. Called for each such report, also repeated ones.
   */
  explain(device: DeviceRecord, action: ReportedAction): Actor | null;
}

const byItself: Actor = { kind: 'board', name: null };
/** As long as the text of a variable. */
const longestReport = 256;

/** What state boards report, and what state they are to have again after their next start. */
export class BoardMemory {
  readonly #deps: MemoryDeps;
  readonly #budget: ReportBudget;
  readonly #announcing = new Set<DeviceRecord>();
  /** When each output and event was last reported, also as what it had been already. */
  readonly #heardAt = new WeakMap<OutputRow | EventRow, number>();

  constructor(deps: MemoryDeps) {
    this.#deps = deps;
    this.#budget = new ReportBudget(deps.clock);
  }

  /** Takes in a report of an output. The same report again changes nothing: boards repeat them. False: nothing of it is stored. */
  outputReported(device: DeviceRecord, { pin: reported, value }: { pin: string; value: number }, time: ReportTime) {
    const { control, targets } = this.#deps;
    const known = findReportedPin(device.family, reported);
    if (!known) return false;
    const { pin, modes } = known;
    const action: ReportedAction = { kind: 'output', target: pin, value: String(value) };
    const confirmed = control.confirmed(device, action, time);
    if (modes.length === 0 || value < 0 || value > 255) return confirmed !== undefined;
    const output = targets.output(device.id, pin, confirmed?.mode ?? (value > 1 ? 'pwm' : 'digit'));
    if (!output) return confirmed !== undefined;
    if (this.#isOutdated(output, time)) return true;
    const by = confirmed ? toActor(confirmed.actor) : this.#explain(device, action, time);
    if (output.reported === value) return true;
    // The library drives GPIO 0 for every name that it cannot read: what only a board reported must not be driven again.
    output.setUp ||= by.kind !== 'board';
    Object.assign(output, { reported: value, reportedAt: time.at, changedBy: by });
    if (output.momentaryMs === null && output.setUp) output.saved = value;
    const done = { ...action, mode: output.mode, actor: by };
    this.#keep(device, targets.saveOutput(output), { done: confirmed ? null : done, at: time.at });
    return true;
  }

  /** As `outputReported`, for an event; the newest report counts, also when it corrects a command. */
  eventReported(device: DeviceRecord, { name, value }: { name: string; value: string }, time: ReportTime): boolean {
    const { control, targets } = this.#deps;
    const action: ReportedAction = { kind: 'event', target: name, value };
    const confirmed = control.confirmed(device, action, time);
    if (value === '' || value.length > longestReport || isDots(name)) return confirmed !== undefined;
    const event = targets.event(device.id, name, value);
    if (!event) return confirmed !== undefined;
    if (this.#isOutdated(event, time)) return true;
    const by = confirmed ? toActor(confirmed.actor) : this.#explain(device, action, time);
    if (event.reported === value) return true;
    Object.assign(event, { reported: value, reportedAt: time.at, changedBy: by });
    // What no request ever set is the board's own business.
    const wasRequested = event.saved !== null || targets.hasFailed(event, value);
    if (!isMomentary(event, device.template) && wasRequested) event.saved = value;
    const done = { ...action, mode: null, actor: by };
    this.#keep(device, targets.saveEvent(event), { done: confirmed ? null : done, at: time.at });
    return true;
  }

  /**
   * The segments of the `io` message that makes a board what it was: pins that its owner uses, and events only where the firmware
   * knows them there. A board may have reported what no command may hold: a comma in it would be another segment, for a pin that
   * nobody checked.
   */
  restoreSegments(device: DeviceRecord, { withEvents }: { withEvents: boolean }): string[] {
    const { targets } = this.#deps;
    const outputs = targets
      .outputs(device.id)
      .flatMap(({ pin, mode, saved, momentaryMs, setUp }) =>
        saved === null || momentaryMs !== null || !setUp ? [] : [{ pin, mode, value: saved }],
      )
      .filter((output) => outputProblem(device.family, output) === null)
      .map(outputSegment);
    if (!withEvents) return outputs;
    const events = targets
      .events(device.id)
      .filter((event) => !isMomentary(event, device.template))
      .flatMap(({ name, saved }) => (saved === null ? [] : [{ name, value: saved }]))
      .filter((event) => eventProblem(event) === null)
      .map(eventSegment);
    return [...outputs, ...events];
  }

  /** Whether something newer is known of it than an old report. */
  #isOutdated(target: OutputRow | EventRow, { at, isOld = false }: ReportTime): boolean {
    const knownAt = this.#heardAt.get(target) ?? target.reportedAt;
    if (isOld && knownAt !== null && knownAt >= at) return true;
    this.#heardAt.set(target, at);
    return false;
  }

  #explain(device: DeviceRecord, action: ReportedAction, { isOld }: ReportTime): Actor {
    // What fits a report of before the start is no longer known.
    return (isOld ? null : this.#deps.explain(device, action)) ?? byItself;
  }

  /** `done` is null when the report ended a command, which stands among the commands already. */
  #keep(
    device: DeviceRecord,
    saved: Promise<void>,
    { done, at }: { done: Parameters<Control['note']>[1] | null; at: number },
  ): void {
    const { control } = this.#deps;
    if (done === null) {
      ignore(saved);
      control.announce(device);
    } else if (this.#budget.mayNote(device.id)) {
      ignore(saved);
      control.note(device, done, at);
    } else this.#announceWhenSaved(device, saved);
  }

  /** A board that changes all the time is notified as often as it is written. */
  #announceWhenSaved(device: DeviceRecord, saved: Promise<void>): void {
    if (this.#announcing.has(device)) {
      ignore(saved);
      return;
    }
    this.#announcing.add(device);
    const announce = () => {
      this.#announcing.delete(device);
      this.#deps.control.announce(device);
    };
    saved.then(announce, announce);
  }
}

/** The row is tried again with the next; anyone who has to know waits for `saved`. */
function ignore(saved: Promise<void>): void {
  saved.catch(() => undefined);
}
