import type { Calibration, CalibrationChange } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { storableNumber } from './storable-number.ts';

/** The reported and the true value, as typed. */
export type TypedPoint = { reading: string; truly: string };

/** A calibration, or why there is none, as a sentence; both null while something is still to be typed. */
export type Worked = { calibration: Calibration | null; problem: string | null };

const uncalibrated: Calibration = { offset: 0, scale: 1 };
const smallestScale = 1e-15;
const maxSize = 1e15;
const typeNumbers = (): Worked => ({ calibration: null, problem: t`Enter numbers, such as 1000 or 21.5.` });
const unfinished: Worked = { calibration: null, problem: null };

/** A number without the noise of its last bits. */
const rounded = (number: number): number => Number(number.toPrecision(12));

/** What held for a variable at an instant, ms since the epoch. */
export function calibrationThen(changes: readonly CalibrationChange[], key: string, at: number): Calibration {
  return changes.findLast((change) => change.key === key && change.since <= at) ?? uncalibrated;
}

/** What the board sent for a value. */
export const rawOf = (value: number, { offset, scale }: Calibration): number => rounded((value - offset) / scale);

/** What is shown for what the board sends. */
export const displayedFor = (raw: number, { offset, scale }: Calibration): number => rounded(raw * scale + offset);

/** One point moves the line: the offset makes it true, the scale stays. */
export function fromOnePoint(point: TypedPoint, scale: number): Worked {
  const [reading, truly] = [storableNumber(point.reading), storableNumber(point.truly)];
  if (isEmpty(point)) return unfinished;
  if (reading === null || truly === null) return typeNumbers();
  return checked({ offset: truly - reading * scale, scale });
}

/** Two points give the line through both. */
export function fromTwoPoints(first: TypedPoint, second: TypedPoint): Worked {
  if (isEmpty(first) || isEmpty(second)) return unfinished;
  const [x1, y1, x2, y2] = [first.reading, first.truly, second.reading, second.truly].map(storableNumber);
  if (x1 == null || y1 == null || x2 == null || y2 == null) return typeNumbers();
  if (x1 === x2) return { calibration: null, problem: t`The two board readings must differ.` };
  if (y1 === y2) return { calibration: null, problem: t`The two meter readings must differ.` };
  const scale = rounded((y2 - y1) / (x2 - x1));
  return checked({ offset: y1 - x1 * scale, scale });
}

/** Both numbers as they are typed. */
export function fromNumbers(offset: string, scale: string): Worked {
  if (offset.trim() === '' || scale.trim() === '') return unfinished;
  const [first, second] = [storableNumber(offset), storableNumber(scale)];
  return first === null || second === null ? typeNumbers() : checked({ offset: first, scale: second });
}

function checked({ offset, scale }: Calibration): Worked {
  const calibration = { offset: rounded(offset), scale };
  if (Math.abs(scale) < smallestScale) return { calibration: null, problem: t`The scale must not be 0.` };
  if (Math.abs(scale) > maxSize || Math.abs(offset) > maxSize) {
    return { calibration: null, problem: t`These numbers are too far apart.` };
  }
  return { calibration, problem: null };
}

const isEmpty = ({ reading, truly }: TypedPoint): boolean => reading.trim() === '' || truly.trim() === '';
