export type { Band, BandSpan, DeviceLimit, UseBands } from './bands.ts';
export { fetchHistory } from './history-call.ts';
export { loadHistoryPage } from './lazy-parts.ts';
