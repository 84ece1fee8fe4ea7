import { type Http, routesOf } from '../../../platform/http/index.ts';
import type { DeviceAccess } from '../devices/index.ts';
import type { BoardHealthService } from './board-health.service.ts';

/** How a board fared: its signal and its starts. */
export function boardHealthRoutes(
  app: Http,
  {
    boardHealth: service,
    access,
  }: { boardHealth: BoardHealthService; access: Pick<DeviceAccess, 'getDevice' | 'may'> },
): void {
  const route = routesOf(app);

  route('GET /api/device/:espid/health', { config: { right: 'view' } }, async (request) => {
    const device = access.getDevice(request);
    const health = await service.read(device.id, request.query);
    if (!health.twoBoards || access.may(request.account.id, device, 'manage')) return health;
    return { ...health, twoBoards: { ...health.twoBoards, addresses: null } };
  });
}
