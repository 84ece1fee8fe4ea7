import type { Socket } from 'node:net';
import type { AddressList } from '../../address-list.ts';
import type { QuietLog } from '../../log/index.ts';
import { maxHalfOpenSockets, proxyHeaderMs } from '../limits.ts';
import { type ProxyHeader, readProxyHeader } from './proxy-header.ts';

interface ProxiedDeps {
  /** Who may connect. */
  readonly proxies: AddressList;
  readonly log: QuietLog;
  /** Takes a socket from which nothing but the header was read, and the address of its client. */
  accept(socket: Socket, remoteAddress: string | undefined): void;
}

/**
 * Sockets of proxies, until they have named their client with a header of the PROXY protocol. Anybody else is refused: who could write
 * that header could have any address. A proxy sends it at once: a socket without it is closed after 3 s, and at 10,000 of them the next.
 */
export class ProxiedSockets {
  readonly #deps: ProxiedDeps;
  readonly #unnamed = new Set<Socket>();

  constructor(deps: ProxiedDeps) {
    this.#deps = deps;
  }

  add(socket: Socket): void {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || this.#unnamed.size >= maxHalfOpenSockets) {
      socket.destroy();
    } else if (!this.#deps.proxies.has(remoteAddress)) {
      this.#refuse(socket, 'MQTT_PROXY_PORT is for the proxies of TRUST_PROXY: another address was refused.');
    } else {
      this.#unnamed.add(socket);
      const limit = setTimeout(() => socket.destroy(), proxyHeaderMs);
      const named = ({ address }: ProxyHeader) => {
        clearTimeout(limit);
        this.#unnamed.delete(socket);
        this.#deps.accept(socket, address ?? remoteAddress);
      };
      socket.on('error', () => socket.destroy());
      socket.once('close', () => {
        clearTimeout(limit);
        this.#unnamed.delete(socket);
      });
      this.#read(socket, Buffer.alloc(0), named);
    }
  }

  #read(socket: Socket, before: Buffer, named: (header: ProxyHeader) => void): void {
    socket.once('readable', () => {
      const chunk: Buffer | null = socket.read();
      // Nothing to read: it is the end.
      if (!chunk) {
        socket.destroy();
        return;
      }
      const bytes = Buffer.concat([before, chunk]);
      let header: ProxyHeader | undefined;
      try {
        header = readProxyHeader(bytes);
      } catch (error) {
        this.#refuse(socket, 'A proxy does not name its clients and is refused.', (error as Error).message);
        return;
      }
      if (!header) {
        this.#read(socket, bytes, named);
        return;
      }
      if (bytes.length > header.bytes) socket.unshift(bytes.subarray(header.bytes));
      named(header);
    });
  }

  #refuse(socket: Socket, line: string, why?: string): void {
    const { remoteAddress = '' } = socket;
    this.#deps.log('warn', line, { address: remoteAddress, why }, remoteAddress);
    socket.destroy();
  }
}
