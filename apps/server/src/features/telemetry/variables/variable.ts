import type { TelemetryValue, VariableSettings } from '@cyno/contract';
import type { CalibrationFrom } from './calibration/calibration.ts';

export type VariableType = 'number' | 'boolean' | 'text';

/** Columns of table `variables` that a device's memory starts from. */
export interface VariableRow {
  readonly slot: number;
  readonly key: string;
  readonly type: VariableType;
  readonly forgotten: boolean;
  readonly lastNumber: number | null;
  readonly lastText: string | null;
  readonly lastAt: number | null;
}

/** Those that people set. */
export interface SettingsRow {
  readonly key: string;
  readonly label: string | null;
  readonly unit: string | null;
  readonly hue: number | null;
  readonly decimals: number | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly keptDays: number | null;
  readonly keptDaysSetAt: number | null;
}

/** For how many days values are stored, and when that was set, ms since the epoch. */
interface Retention {
  readonly days: number;
  readonly setAt: number;
}

/** A variable and its newest value; `slot` is null until the database gave it one. */
export interface Variable {
  readonly key: string;
  slot: number | null;
  type: VariableType;
  settings: VariableSettings;
  /** In the order of time. */
  calibrations: readonly CalibrationFrom[];
  retention: Retention | null;
  /** Not shown until it comes again. */
  forgotten: boolean;
  value: TelemetryValue | null;
  at: number | null;
  intervalMs: number | null;
  /** True while the newest value is not written to `variables`. */
  unsaved: boolean;
}

/** Nothing is set: it looks as its key usually does. */
const noSettings: VariableSettings = { label: null, unit: null, hue: null, decimals: null, range: null };

export const typeOf = (value: TelemetryValue): VariableType =>
  typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean';

/** A variable of which nothing but its name is known. */
export const newVariable = (key: string): Variable => ({
  key,
  slot: null,
  type: 'number',
  settings: noSettings,
  calibrations: [],
  retention: null,
  forgotten: false,
  value: null,
  at: null,
  intervalMs: null,
  unsaved: false,
});
