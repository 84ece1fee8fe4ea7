export { loadFirmwarePage } from './lazy-parts.ts';
