import type { Server } from 'node:net';
import type { AddressList } from '../../address-list.ts';
import type { BrokerPorts } from '../device-broker.ts';
import type { BoardCertificate } from './board-certificate.ts';
import {
  createEncryptedServer,
  createPlainServer,
  createProxiedServer,
  type ListenerDeps,
  listen,
} from './listeners.ts';

export interface BoardPortOptions {
  readonly tlsHost: string;
  /** 0 picks a free port. */
  readonly tlsPort: number;
  readonly plainHost: string;
  /** null: no unencrypted port; 0 picks a free one. */
  readonly plainPort: number | null;
  /** A port, encrypted too, for proxies that name their clients (PROXY protocol); null: none; port 0 picks a free one. */
  readonly proxied: { readonly port: number; readonly proxies: AddressList } | null;
  readonly tls: BoardCertificate;
}

/** The ports to which boards and apps connect with MQTT. */
export class BoardPorts {
  readonly #options: BoardPortOptions;
  readonly #deps: ListenerDeps;
  readonly #servers: Server[] = [];
  /** Of each port that is closed: resolves when its last connection has ended. */
  readonly #ended: Promise<void>[] = [];

  constructor(options: BoardPortOptions, deps: ListenerDeps) {
    this.#options = options;
    this.#deps = deps;
  }

  /** Rejects with a StartError when one cannot be opened; those before it are open then. */
  async open(): Promise<BrokerPorts> {
    const { tlsHost, tlsPort, plainHost, plainPort, proxied, tls } = this.#options;
    const deps = this.#deps;
    const encrypted = { host: tlsHost, port: tlsPort, setting: 'MQTT_TLS_PORT' };
    const behindProxies = { host: tlsHost, port: proxied?.port ?? 0, setting: 'MQTT_PROXY_PORT' };
    const plain = plainPort === null ? null : { host: plainHost, port: plainPort, setting: 'MQTT_PORT' };
    return {
      tlsPort: await this.#open(createEncryptedServer(tls, deps), encrypted),
      plainPort: plain && (await this.#open(createPlainServer(deps), plain)),
      proxiedPort: proxied && (await this.#open(createProxiedServer(tls, proxied.proxies, deps), behindProxies)),
    };
  }

  isListening(): boolean {
    return this.#servers.length > 0 && this.#servers.every((server) => server.listening);
  }

  /** Refuses who connects from now on; who is connected stays. */
  close(): void {
    this.#ended.push(...this.#servers.splice(0).map(closeServer));
  }

  /** Resolves when the ports are closed and their last connections have ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#ended.splice(0));
  }

  #open(server: Server, at: Parameters<typeof listen>[1]): Promise<number> {
    this.#servers.push(server);
    return listen(server, at);
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
