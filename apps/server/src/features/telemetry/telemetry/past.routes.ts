import { espid, valuesAt, valuesAtQuery } from '@cyno/contract';
import { z } from 'zod';
import type { DeviceRequest, Http } from '../../../platform/http/index.ts';
import type { Telemetry } from './telemetry.service.ts';

const params = z.object({ espid });

interface RouteDeps {
  readonly telemetry: Pick<Telemetry, 'valuesAt'>;
  /** The device of a request; throws when the caller has not the route's right to it. */
  getDevice(request: DeviceRequest): { readonly id: number };
}

/** What a device's values were at a moment, for the replay of dashboards. */
export function pastValueRoutes(app: Http, { telemetry, getDevice }: RouteDeps): void {
  app.get(
    '/api/device/:espid/values',
    { config: { right: 'view' }, schema: { params, querystring: valuesAtQuery, response: { 200: valuesAt } } },
    (request) => telemetry.valuesAt(getDevice(request).id, request.query.at),
  );
}
