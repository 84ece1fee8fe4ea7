export { createSharing, type SharingFeature } from './create-sharing.ts';
export type { ShareChange } from './shares.ts';
export { sharingRoutes } from './sharing.routes.ts';
