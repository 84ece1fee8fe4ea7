export { guestLiveRoutes, guestRoutes } from './guests.routes.ts';
export { Guests, channelOf } from './guests.service.ts';
