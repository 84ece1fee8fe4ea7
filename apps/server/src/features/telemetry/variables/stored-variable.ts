import type { DeviceVariable } from '@cyno/contract';

/** A place in the arrays of rows, of which values from before `since` (ms since the epoch, a whole hour) are not given. */
export interface RetainedSlot {
  readonly slot: number;
  readonly since: number | null;
}

/** A device's variable as history needs it. */
export interface HistoryVariable extends RetainedSlot {
  readonly key: string;
  readonly isText: boolean;
}

export interface ExportVariable extends HistoryVariable {
  readonly unit: DeviceVariable['unit'];
  readonly isBoolean: boolean;
}
