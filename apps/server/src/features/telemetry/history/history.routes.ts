import {
  espid,
  historyQuery,
  historyResponse,
  sparklineQuery,
  sparklineResponse,
  statisticsQuery,
  statisticsResponse,
  valuesAt,
  valuesAtQuery,
} from '@cyno/contract';
import { z } from 'zod';
import type { DeviceRequest, Http } from '../../../platform/http/index.ts';
import type { TelemetryReader } from './telemetry-reader.ts';

const params = z.object({ espid });

/** Checking tens of thousands of numbers one by one takes longer than reading them; the tests check responses against their schemas. */
const plainJson = { serializerCompiler: () => (response: unknown) => JSON.stringify(response) };

interface OwnDevice {
  readonly id: number;
  readonly espid: string;
}

/** History, sparklines and statistics of the account's devices, and what their values were at a moment. */
export function historyRoutes(
  app: Http,
  deps: {
    reader: TelemetryReader;
    /** The device of a request; throws when the caller has not the route's right to it. */
    getDevice(request: DeviceRequest): OwnDevice;
    devicesOf(accountId: number): readonly OwnDevice[];
  },
): void {
  const { reader, devicesOf, getDevice } = deps;

  app.get(
    '/api/device/:espid/history',
    {
      ...plainJson,
      config: { right: 'view' },
      schema: { params, querystring: historyQuery, response: { 200: historyResponse } },
    },
    (request) => reader.history(getDevice(request).id, request.query),
  );

  app.get(
    '/api/telemetry/sparklines',
    { schema: { querystring: sparklineQuery, response: { 200: sparklineResponse } } },
    ({ account, query }) => reader.sparklines(devicesOf(account.id), query),
  );

  app.get(
    '/api/device/:espid/statistics',
    {
      ...plainJson,
      config: { right: 'view' },
      schema: { params, querystring: statisticsQuery, response: { 200: statisticsResponse } },
    },
    (request) => reader.statistics(getDevice(request).id, request.query),
  );

  app.get(
    '/api/device/:espid/values',
    { config: { right: 'view' }, schema: { params, querystring: valuesAtQuery, response: { 200: valuesAt } } },
    (request) => reader.valuesAt(getDevice(request).id, request.query.at),
  );
}
