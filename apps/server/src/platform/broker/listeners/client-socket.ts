import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** The socket of a client: of TCP, of TLS, or one end of a connection that another server accepted. */
export type ClientSocket = Duplex & Pick<Socket, 'localPort' | 'remoteAddress' | 'remotePort' | 'destroySoon'>;
