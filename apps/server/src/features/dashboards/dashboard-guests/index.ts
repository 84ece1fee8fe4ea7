export { guestLiveRoutes, guestRoutes } from './guests.routes.ts';
export { Guests, roomOf } from './guests.service.ts';
