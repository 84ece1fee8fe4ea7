export { guestRoutes } from './guests.routes.ts';
export { channelOf, Guests } from './guests.service.ts';
