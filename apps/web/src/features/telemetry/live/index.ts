export { createLiveCache } from './live-client-cache.ts';
