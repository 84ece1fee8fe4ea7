export type { Client, RelayedSocket } from './link/relayed-socket.ts';
export { Nats } from './nats.ts';
export { Front, type HeldClient } from './nodes/front.ts';
export { type LinkedServer, ServingEnd } from './nodes/serving-end.ts';
