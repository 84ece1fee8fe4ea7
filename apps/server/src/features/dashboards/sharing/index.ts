export { createSharing, type SharingFeature } from './create-sharing.ts';
export { offersChanged, type ShareChange, shareChanged } from './sharing.events.ts';
export { sharingRoutes } from './sharing.routes.ts';
