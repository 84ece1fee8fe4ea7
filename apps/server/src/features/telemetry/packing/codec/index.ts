export { decodeHour, encodeHour, hourMs, hourOf } from './hour-codec.ts';
