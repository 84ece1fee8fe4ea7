export { decodeHour, hourMs, hourOf } from './codec/index.ts';
export { arrayText, inTransaction } from './device-hours.sql.ts';
export { HistorySize } from './history-size.ts';
export type { HourColumns } from './hour-columns.ts';
export { listPackedHours, packedHoursRepository, removePackedValues, unpackHours } from './packed-hours.repository.ts';
export { removePackedMessages } from './packed-rollups.repository.ts';
export { Packer } from './packer.service.ts';
export { rollupColumn, rollupFigures } from './rollup-columns.ts';
export { readStoredHistory } from './stored-history.repository.ts';
