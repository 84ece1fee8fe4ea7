import { type Http, routesOf } from '../../../platform/http/index.ts';
import type { GetDevice } from '../devices/index.ts';
import type { BoardHealthService } from './board-health.service.ts';

/** How a board fared: its signal and its starts. */
export function boardHealthRoutes(
  app: Http,
  { boardHealth: service, getDevice }: { boardHealth: BoardHealthService; getDevice: GetDevice },
): void {
  const route = routesOf(app);

  route('GET /api/device/:espid/health', { config: { right: 'view' } }, (request) =>
    service.read(getDevice(request).id, request.query),
  );
}
