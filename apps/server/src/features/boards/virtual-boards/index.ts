import type { Database } from '../../../platform/database/index.ts';
import { virtualBoardsRepository } from './virtual-boards.repository.ts';
import { VirtualBoards, type VirtualBoardsDeps } from './virtual-boards.service.ts';

/** `POST` and `DELETE /api/virtual-board`. */
export { virtualBoardRoutes } from './virtual-boards.routes.ts';

/** *Try without a board*: one virtual ESP32 for each account, an hour at a time. */
export type { VirtualBoards } from './virtual-boards.service.ts';

/** Wires the feature; nothing runs before `start`, which needs an open broker. */
export function createVirtualBoards(
  deps: Omit<VirtualBoardsDeps, 'repository'> & { readonly database: Database },
): VirtualBoards {
  return new VirtualBoards({ ...deps, repository: virtualBoardsRepository(deps.database) });
}
