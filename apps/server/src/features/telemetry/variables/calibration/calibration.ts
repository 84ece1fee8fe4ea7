import type { Calibration, TelemetryValue } from '@cyno/contract';
import { maxMagnitude } from '@cyno/device-protocol';

/** A calibration that holds from `since` on, ms since the epoch. */
export interface CalibrationFrom extends Calibration {
  readonly since: number;
}

/** A variable as far as its calibration matters; its calibrations stand in the order of time. */
interface Calibrated {
  readonly key: string;
  readonly calibrations: readonly CalibrationFrom[];
}

/** Values are as the board sent them. */
const uncalibrated: Calibration = { offset: 0, scale: 1 };

export const isUncalibrated = ({ offset, scale }: Calibration): boolean => offset === 0 && scale === 1;

/** What held at an instant; at null what holds now. */
export function calibrationAt(calibrations: readonly CalibrationFrom[], at: number | null): Calibration {
  const found = at === null ? calibrations.at(-1) : calibrations.findLast(({ since }) => since <= at);
  return found ?? uncalibrated;
}

/**
 * Turns the numbers that a board sent into the values that they mean; `ts` is the instant in the message itself, null without one. What
 * has no usable result is taken out of `values`; returns a sentence about it, else null.
 */
export function calibrate(
  variables: readonly Calibrated[],
  values: Record<string, TelemetryValue>,
  { ts, receivedAt }: { readonly ts: number | null; readonly receivedAt: number },
): string | null {
  const unusable: string[] = [];
  for (const { key, calibrations } of variables) {
    const raw = values[key];
    const since = calibrations.at(-1)?.since;
    if (since === undefined || typeof raw !== 'number') continue;
    // One that was set while the clock was ahead must not wait until the clock gets there.
    const calibration = calibrationAt(calibrations, since > receivedAt ? null : ts);
    if (isUncalibrated(calibration)) continue;
    const value = raw * calibration.scale + calibration.offset;
    if (Math.abs(value) <= maxMagnitude) values[key] = value;
    else {
      delete values[key];
      unusable.push(`${JSON.stringify(key)} (${raw} × ${calibration.scale} + ${calibration.offset})`);
    }
  }
  if (unusable.length === 0) return null;
  return `The calibration makes a number beyond all bounds of ${unusable.slice(0, 4).join(', ')}; it was left out.`;
}
