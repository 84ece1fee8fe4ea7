export { closeCodes } from './close-codes.ts';
export type { GuardedSocket } from './guarded-socket.ts';
export { parseMessage } from './parse-message.ts';
export { allowWebSockets, WebSockets } from './web-sockets.ts';
