import type { Database } from '../../../platform/database/index.ts';
import { BoardLogin, type BoardLoginDeps } from './pairing.mqtt.ts';
import { pairingRepository } from './pairing.repository.ts';
import { Pairing } from './pairing.service.ts';

export { pairingChanged } from './pairing.events.ts';
export type { BoardLogin } from './pairing.mqtt.ts';
export { pairingRoutes } from './pairing.routes.ts';
export type { Pairing } from './pairing.service.ts';

type PairingDeps = Omit<ConstructorParameters<typeof Pairing>[0], 'repository'> &
  Omit<BoardLoginDeps, 'pairing'> & { database: Database };

/** Wires the pairing feature: who may join an account, and the MQTT login that follows from it. */
export function createPairing(deps: PairingDeps) {
  const pairing = new Pairing({ ...deps, repository: pairingRepository(deps.database) });
  return { pairing, login: new BoardLogin({ ...deps, pairing }) };
}
