export { type Counter, createCounter, createMemoryCounter, removeExpiredCounts } from './counter.ts';
