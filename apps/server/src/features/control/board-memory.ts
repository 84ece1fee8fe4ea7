import type { Actor } from '@cyno/contract';
import {
  eventProblem,
  eventSegment,
  findReportedPin,
  isDots,
  outputProblem,
  outputSegment,
} from '@cyno/device-protocol';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { DeviceRecord } from '../devices/index.ts';
import { toActor } from './command.ts';
import type { Control } from './control.service.ts';
import type { ControlTargets } from './control-targets.ts';
import { ReportWrites } from './report-writes.ts';

interface MemoryDeps {
  readonly control: Control;
  readonly targets: ControlTargets;
  readonly clock: Clock;
  readonly log: Logger;
  /** What of people's automations made the board do it without a command; null: nothing. Asked for each such report, also repeated ones. */
  explain(device: DeviceRecord, act: ReportedAct): Actor | null;
}

/** What a board reported of an output or an event. */
export interface ReportedAct {
  readonly kind: 'output' | 'event';
  readonly target: string;
  readonly value: string;
}

const byItself: Actor = { kind: 'board', name: null };
/** As long as the text of a variable. */
const longestReport = 256;

/** What boards say that they are, and what they are to be again after their next start. */
export class BoardMemory {
  readonly #deps: MemoryDeps;
  readonly #writes: ReportWrites;

  constructor(deps: MemoryDeps) {
    this.#deps = deps;
    this.#writes = new ReportWrites(deps);
  }

  /** Takes in a report of an output. The same report again changes nothing: boards repeat them. */
  outputReported(device: DeviceRecord, reported: string, value: number): void {
    const { control, targets } = this.#deps;
    const known = findReportedPin(device.family, reported);
    if (!known) return;
    const { pin, modes } = known;
    const answered = control.queueOf(device).answered('output', pin);
    if (modes.length === 0 || value < 0 || value > 255) return;
    const output = targets.output(device.id, pin, answered?.mode ?? (value > 1 ? 'pwm' : 'digit'));
    const by = answered
      ? toActor(answered.actor)
      : this.#explain(device, { kind: 'output', target: pin, value: String(value) });
    if (!output || output.reported === value) return;
    Object.assign(output, { reported: value, reportedAt: this.#deps.clock.now(), changedBy: by });
    if (output.momentaryMs === null) output.saved = value;
    const done = { kind: 'output' as const, target: pin, mode: output.mode, value: String(value) };
    this.#keep(device, output, {
      save: () => targets.saveOutput(output),
      done: answered ? null : { ...done, actor: by },
    });
  }

  /** Takes in a report of an event; the newest one counts, also when it corrects a command. */
  eventReported(device: DeviceRecord, name: string, value: string): void {
    const { control, targets } = this.#deps;
    const answered = control.queueOf(device).answered('event', name);
    if (value === '' || value.length > longestReport || isDots(name)) return;
    const event = targets.event(device.id, name, value);
    const by = answered ? toActor(answered.actor) : this.#explain(device, { kind: 'event', target: name, value });
    if (!event || event.reported === value) return;
    Object.assign(event, { reported: value, reportedAt: this.#deps.clock.now(), changedBy: by });
    if (!event.momentary && event.saved !== null) event.saved = value;
    const done = { kind: 'event' as const, target: name, mode: null, value };
    this.#keep(device, event, { save: () => targets.saveEvent(event), done: answered ? null : { ...done, actor: by } });
  }

  /**
   * The segments of the `io` message that makes a board what it was; events only where the firmware knows them there. A board may
   * have reported what no command may hold: a comma in it would be another segment, for a pin that nobody checked.
   */
  restoreSegments(device: DeviceRecord, { withEvents }: { withEvents: boolean }): string[] {
    const { targets } = this.#deps;
    const outputs = targets
      .outputs(device.id)
      .flatMap(({ pin, mode, saved, momentaryMs }) =>
        saved === null || momentaryMs !== null ? [] : [{ pin, mode, value: saved }],
      )
      .filter((output) => outputProblem(device.family, output) === null)
      .map(outputSegment);
    if (!withEvents) return outputs;
    const events = targets
      .events(device.id)
      .flatMap(({ name, saved, momentary }) => (saved === null || momentary ? [] : [{ name, value: saved }]))
      .filter((event) => eventProblem(event) === null)
      .map(eventSegment);
    return [...outputs, ...events];
  }

  #explain(device: DeviceRecord, act: ReportedAct): Actor {
    return this.#deps.explain(device, act) ?? byItself;
  }

  /** `done` is null when a command was answered, which stands among the commands already. */
  #keep(
    device: DeviceRecord,
    target: object,
    { save, done }: { save: () => Promise<void>; done: Parameters<Control['note']>[1] | null },
  ): void {
    const { control } = this.#deps;
    if (done === null) control.announce(device);
    const isNoted = done !== null && this.#writes.mayNote(device.id);
    this.#writes.add(target, async () => {
      await save();
      // Told after it was written, so that a board which changes all the time is told about as often as it is written.
      if (done !== null && !isNoted) control.announce(device);
    });
    if (isNoted) this.#writes.add(done, () => control.note(device, done));
  }
}
