export type { Client, RelayedSocket } from './link/relayed-socket.ts';
export { Nats } from './nats.ts';
export { Front } from './nodes/front.ts';
export { RecentRate } from './nodes/recent-rate.ts';
export { type LinkedServer, ServingEnd } from './nodes/serving-end.ts';
