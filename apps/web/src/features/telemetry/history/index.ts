export type { Band, BandSpan, UseBands } from './bands.ts';
export { fetchHistory } from './history-call.ts';
export { loadHistoryPage } from './lazy-parts.ts';
