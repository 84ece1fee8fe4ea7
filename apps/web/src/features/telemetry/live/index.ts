export { type DeviceChange, takeMessage, withChange } from './device-changes.ts';
export { beforeNextFrame, createLiveCache } from './live-client-cache.ts';
