import {
  espid,
  historyQuery,
  historyResponse,
  sparklineQuery,
  sparklineResponse,
  statisticsQuery,
  statisticsResponse,
} from '@cyno/contract';
import { z } from 'zod';
import type { DeviceRequest, Http } from '../../../platform/http/index.ts';
import type { Telemetry } from './telemetry.service.ts';

const params = z.object({ espid });

/** Checking tens of thousands of numbers one by one takes longer than reading them; the tests check responses against their schemas. */
const plainJson = { serializerCompiler: () => (response: unknown) => JSON.stringify(response) };

interface OwnDevice {
  readonly id: number;
  readonly espid: string;
}

/** History, sparklines and statistics of the account's devices. */
export function telemetryRoutes(
  app: Http,
  deps: {
    telemetry: Telemetry;
    /** The device of a request; throws when the caller has not the route's right to it. */
    getDevice(request: DeviceRequest): OwnDevice;
    devicesOf(accountId: number): readonly OwnDevice[];
  },
): void {
  const { telemetry, devicesOf, getDevice } = deps;

  app.get(
    '/api/device/:espid/history',
    {
      ...plainJson,
      config: { right: 'view' },
      schema: { params, querystring: historyQuery, response: { 200: historyResponse } },
    },
    (request) => telemetry.history(getDevice(request).id, request.query),
  );

  app.get(
    '/api/telemetry/sparklines',
    { schema: { querystring: sparklineQuery, response: { 200: sparklineResponse } } },
    ({ account, query }) => telemetry.sparklines(devicesOf(account.id), query),
  );

  app.get(
    '/api/device/:espid/statistics',
    {
      ...plainJson,
      config: { right: 'view' },
      schema: { params, querystring: statisticsQuery, response: { 200: statisticsResponse } },
    },
    (request) => telemetry.statistics(getDevice(request).id, request.query),
  );
}
