import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** How many messages were published over connections of one origin. */
export interface MessageCount {
  messages: number;
}

/** The socket of a client: of TCP, of TLS, or one end of a connection that another server accepted. */
export type ClientSocket = Duplex &
  Pick<Socket, 'localPort' | 'remoteAddress' | 'remotePort' | 'destroySoon'> & {
    /** Of the server that accepted it; undefined: this one. */
    readonly origin?: MessageCount;
  };
