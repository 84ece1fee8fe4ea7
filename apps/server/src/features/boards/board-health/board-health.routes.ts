import { boardHealth, boardHealthQuery, espid } from '@cyno/contract';
import { z } from 'zod';
import type { Http } from '../../../platform/http/index.ts';
import type { GetDevice } from '../devices/index.ts';
import type { BoardHealthService } from './board-health.service.ts';

const params = z.object({ espid });

/** How a board fared: its signal and its starts. */
export function boardHealthRoutes(
  app: Http,
  { boardHealth: service, getDevice }: { boardHealth: BoardHealthService; getDevice: GetDevice },
): void {
  app.get(
    '/api/device/:espid/health',
    { config: { right: 'view' }, schema: { params, querystring: boardHealthQuery, response: { 200: boardHealth } } },
    (request) => service.read(getDevice(request).id, request.query),
  );
}
