import type { BoardSession, DeviceBroker } from '../../platform/broker/index.ts';
import { clientNetwork } from '../../platform/http/index.ts';

const maxOfNetwork = 60;

/**
 * The connections of boards that wait without a proof, by network: a stranger can name as many addresses as they like. Above the bound
 * the oldest one of the network is closed, whether its address has an account or not.
 */
export class WaitingConnections {
  readonly #broker: Pick<DeviceBroker, 'disconnectBoard'>;
  readonly #networks = new Map<string, Set<BoardSession>>();

  constructor(broker: Pick<DeviceBroker, 'disconnectBoard'>) {
    this.#broker = broker;
  }

  add(session: BoardSession): void {
    const network = clientNetwork(session.remoteAddress);
    const sessions = this.#networks.get(network) ?? new Set();
    this.#networks.set(network, sessions.add(session));
    if (sessions.size <= maxOfNetwork) return;
    const [oldest] = sessions;
    if (!oldest) return;
    this.remove(oldest);
    // It may have become a device, which stays.
    if (oldest.deviceId === null) this.#broker.disconnectBoard(oldest.espid, oldest.accountId);
  }

  remove(session: BoardSession): void {
    const network = clientNetwork(session.remoteAddress);
    const sessions = this.#networks.get(network);
    sessions?.delete(session);
    if (sessions?.size === 0) this.#networks.delete(network);
  }
}
