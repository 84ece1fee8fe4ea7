export { type Counter, createCounter, removeExpiredCounts } from './counter.ts';
