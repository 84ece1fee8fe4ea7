import type { IncomingMessage } from 'node:http';

/** Whether the client of a request is gone, over HTTP/1.1 and HTTP/2 alike; responses of HTTP/2 have neither `destroyed` nor `closed`. */
export const hasClientLeft = ({ socket }: IncomingMessage): boolean => socket.destroyed;
