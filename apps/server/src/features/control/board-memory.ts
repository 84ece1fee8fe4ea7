import type { Actor } from '@cyno/contract';
import { eventSegment, findPin, outputSegment } from '@cyno/device-protocol';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { DeviceRecord } from '../devices/index.ts';
import type { Control } from './control.service.ts';
import type { ControlTargets } from './control-targets.ts';

interface MemoryDeps {
  readonly control: Control;
  readonly targets: ControlTargets;
  readonly clock: Clock;
  readonly log: Logger;
}

const byItself: Actor = { kind: 'board', name: null };

/** What boards say that they are, and what they are to be again after their next start. */
export class BoardMemory {
  readonly #deps: MemoryDeps;

  constructor(deps: MemoryDeps) {
    this.#deps = deps;
  }

  /** Takes in a report of an output. The same report again changes nothing: boards repeat them. */
  outputReported(device: DeviceRecord, pin: string, value: number): void {
    const { control, targets } = this.#deps;
    const answered = control.queueOf(device).answered('output', pin);
    const known = findPin(device.family, pin);
    if (!known?.modes.length || value < 0 || value > 255) return;
    const output = targets.output(device.id, pin, answered?.mode ?? (value > 1 ? 'pwm' : 'digit'));
    if (!output || output.reported === value) return;
    Object.assign(output, { reported: value, reportedAt: this.#deps.clock.now() });
    output.changedBy = answered?.actor ?? byItself;
    if (output.momentaryMs === null) output.saved = value;
    this.#keep(targets.saveOutput(output));
    const done = { kind: 'output' as const, target: pin, mode: output.mode, value: String(value) };
    if (answered) control.announce(device);
    else this.#keep(control.note(device, done));
  }

  /** Takes in a report of an event; the newest one counts, also when it corrects a command. */
  eventReported(device: DeviceRecord, name: string, value: string): void {
    const { control, targets } = this.#deps;
    const answered = control.queueOf(device).answered('event', name);
    const event = value === '' ? undefined : targets.event(device.id, name, value);
    if (!event || event.reported === value) return;
    Object.assign(event, { reported: value, reportedAt: this.#deps.clock.now() });
    event.changedBy = answered?.actor ?? byItself;
    if (!event.momentary && event.saved !== null) event.saved = value;
    this.#keep(targets.saveEvent(event));
    if (answered) control.announce(device);
    else this.#keep(control.note(device, { kind: 'event', target: name, mode: null, value }));
  }

  /** The segments of the `io` message that makes a board what it was; events only where the firmware knows them there. */
  restoreSegments(device: DeviceRecord, { withEvents }: { withEvents: boolean }): string[] {
    const { targets } = this.#deps;
    const outputs = targets
      .outputs(device.id)
      .flatMap(({ pin, mode, saved, momentaryMs }) =>
        saved === null || momentaryMs !== null ? [] : [outputSegment({ pin, mode, value: saved })],
      );
    if (!withEvents) return outputs;
    const events = targets
      .events(device.id)
      .flatMap(({ name, saved, momentary }) =>
        saved === null || momentary ? [] : [eventSegment({ name, value: saved })],
      );
    return [...outputs, ...events];
  }

  #keep(writing: Promise<void>): void {
    writing.catch((err: unknown) => this.#deps.log.warn({ err }, 'What a board reported was not kept'));
  }
}
