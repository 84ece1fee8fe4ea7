import { type Core, coreFor } from '../../../core.ts';
import type { DeviceAccess } from '../devices/index.ts';
import { boardHealthRepository } from './board-health.repository.ts';
import { boardHealthRoutes } from './board-health.routes.ts';
import { BoardHealthService } from './board-health.service.ts';

/** How well boards hear their access point, and when they start. */
export function createBoardHealth(server: Core, access: DeviceAccess): void {
  const core = coreFor(server, 'board-health');
  const boardHealth = new BoardHealthService({ ...core, repository: boardHealthRepository(core.database.pool) });
  core.broker.use({
    boardMessage: (session, message) => boardHealth.message(session, message),
    boardHeldOff: (session, address) => boardHealth.heldOff(session, address),
  });
  core.parts.push(boardHealth);
  core.jobs.scheduleByAge('board-health.tidy', '47 3 * * *', () => boardHealth.cleanup());
  core.routes.push((app) => boardHealthRoutes(app, { boardHealth, access }));
}
