import type { Calibration, CalibrationChange } from '@cyno/contract';
import type { Clock } from '../../../../platform/clock.ts';
import { AppError, badRequest, because } from '../../../../platform/errors.ts';
import { KeyedQueue } from '../../../../platform/keyed-queue.ts';
import type { DeviceRegistry } from '../device-registry.ts';
import { getVariable, slotOf } from '../get-variable.ts';
import type { VariableNotices } from '../variable-notices.ts';
import { calibrationAt, isUncalibrated } from './calibration.ts';
import type { CalibrationsRepository } from './calibrations.repository.ts';

/** A device keeps so many changes: a year of one a day for each of a dozen probes. */
const maxChanges = 5_000;

interface CalibrationsDeps {
  readonly registry: DeviceRegistry;
  readonly repository: CalibrationsRepository;
  readonly clock: Clock;
  readonly notices: Pick<VariableNotices, 'changed'>;
}

/** What boards' numbers mean: each change holds from the moment on at which it is made. */
export class Calibrations {
  readonly #deps: CalibrationsDeps;
  /** One change of a device at a time, so that they stand in the order of time. */
  readonly #queue = new KeyedQueue<number>();

  constructor(deps: CalibrationsDeps) {
    this.#deps = deps;
  }

  /** To be called once, when the variables of all devices are known. */
  async load(): Promise<void> {
    for (const { deviceId, slot, ...calibration } of await this.#deps.repository.listAll()) {
      const device = this.#deps.registry.find(deviceId);
      const variable = device && [...device.variables.values()].find((one) => one.slot === slot);
      if (variable) device.calibrate(variable, calibration);
    }
  }

  /** All changes of a device, of each variable in the order of time. */
  list(deviceId: number): CalibrationChange[] {
    const variables = [...(this.#deps.registry.find(deviceId)?.variables.values() ?? [])];
    return variables.flatMap(({ key, calibrations }) => calibrations.map((one) => ({ key, ...one })));
  }

  /** Whether what the board sends of a variable is not what is shown. */
  isCalibrated(deviceId: number, key: string): boolean {
    const variable = this.#deps.registry.find(deviceId)?.variables.get(key);
    return variable !== undefined && !isUncalibrated(calibrationAt(variable.calibrations, null));
  }

  /** Throws a 404 for a variable that the device never sent, a 400 for a text or switch, a 409 when there were too many changes. */
  set(deviceId: number, key: string, wanted: Calibration): Promise<void> {
    return this.#queue.run(deviceId, async () => {
      const { repository, registry, clock } = this.#deps;
      const { device, variable } = getVariable(registry, deviceId, key);
      if (device.computed?.has(key))
        throw badRequest(
          'Only what a board sends can be calibrated. Change the formula.',
          because('calibration_of_formula'),
        );
      const before = calibrationAt(variable.calibrations, null);
      if (before.offset === wanted.offset && before.scale === wanted.scale) return;
      if (variable.type !== 'number' && !isUncalibrated(wanted)) {
        throw badRequest(
          'Only numbers can be calibrated. This variable has texts, or is on or off.',
          because('calibration_of_text'),
        );
      }
      // Anyone who used them all up must not have made a wrong one hold for ever.
      if (!isUncalibrated(wanted) && this.list(deviceId).length >= maxChanges) {
        throw new AppError(
          409,
          'limit_reached',
          `A device keeps at most ${maxChanges} changes of calibrations. This one can only be taken away.`,
          because('too_many_calibrations', { max: maxChanges }),
        );
      }
      const slot = slotOf(variable);
      const { offset, scale } = wanted;
      const free = () => Math.max(device.nextArrival(clock.now()), (variable.calibrations.at(-1)?.since ?? 0) + 1);
      const planned = free();
      await repository.add({ deviceId, slot, since: planned, offset, scale });
      // What came while it was written is as the board sent it.
      const since = (variable.at ?? 0) < planned ? planned : free();
      device.calibrate(variable, { since, offset, scale });
      this.#deps.notices.changed(deviceId, key);
      if (since !== planned) await repository.move({ deviceId, slot, since: planned }, since);
    });
  }

  /** Gives numbers that the board of a device sends the calibrations of another's variables of the same keys. Returns how many there were. */
  async copy(fromId: number, toId: number): Promise<number> {
    const { registry } = this.#deps;
    const to = registry.find(toId);
    let copied = 0;
    for (const { key, calibrations } of registry.find(fromId)?.variables.values() ?? []) {
      if (to?.variables.get(key)?.type !== 'number' || to.computed?.has(key) || calibrations.length === 0) continue;
      await this.set(toId, key, calibrationAt(calibrations, null));
      copied += 1;
    }
    return copied;
  }
}
