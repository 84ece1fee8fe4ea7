export { fetchHistory } from './history-call.ts';
export { loadHistoryPage } from './lazy-parts.ts';
