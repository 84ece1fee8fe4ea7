import { durationText, formatNumber } from '../../definitions/index.ts';
import type { DetectorNames } from './detector.ts';

/** `34 °C` */
export const amountText = (value: number, names: DetectorNames): string =>
  `${formatNumber(value)} ${names.unit()}`.trimEnd();

/** ` for 5 minutes`; empty for no time. */
export const forText = (seconds: number): string => (seconds > 0 ? ` for ${durationText(seconds)}` : '');
