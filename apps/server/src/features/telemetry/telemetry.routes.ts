import { Readable } from 'node:stream';
import {
  espid,
  exportLengthHeader,
  exportQuery,
  historyQuery,
  historyResponse,
  sparklineQuery,
  sparklineResponse,
  statisticsQuery,
  statisticsResponse,
} from '@cyno/contract';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import type { DeviceRequest, Http } from '../../platform/http/index.ts';
import { isKnownZone } from './local-clock.ts';
import type { Telemetry } from './telemetry.service.ts';

const params = z.object({ espid });

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
/** An export keeps the database busy for minutes; an account needs no more at a time. */
const exportsPerAccount = 2;

/** Checking tens of thousands of numbers one by one takes longer than reading them; the tests hold answers to their schemas. */
const plainJson = { serializerCompiler: () => (answer: unknown) => JSON.stringify(answer) };

interface OwnDevice {
  readonly id: number;
  readonly espid: string;
}

/** History, sparklines and exports of the account's devices. */
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
  const running = new Map<number, number>();

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

  const exportOptions = { config: { right: 'view' as const }, schema: { params, querystring: exportQuery } };
  app.get('/api/device/:espid/export', exportOptions, async (request, reply) => {
    const { account, query } = request;
    const device = getDevice(request);
    const zone = query.zone ?? account.timeZone ?? 'UTC';
    if (!isKnownZone(zone)) throw new AppError(400, 'validation_failed', 'Nobody knows this time zone.');
    const others = running.get(account.id) ?? 0;
    if (others >= exportsPerAccount) {
      throw new AppError(429, 'rate_limited', 'Two exports are running already. Wait until one has ended.', {
        retryAfterSeconds: 30,
      });
    }
    running.set(account.id, others + 1);
    const end = () => {
      const left = (running.get(account.id) ?? 1) - 1;
      if (left > 0) running.set(account.id, left);
      else running.delete(account.id);
    };
    const file = await telemetry.exportFile(device.id, { ...query, zone }).catch((error: unknown) => {
      end();
      throw error;
    });
    // It may take long, so the right to it is asked for each piece.
    const stream = Readable.from(checked(file.pieces, () => getDevice(request))).once('close', end);
    const name = `${device.espid.replaceAll(/[^\w.-]/g, '_')}.${query.format}`;
    return reply
      .header('content-type', contentTypes[query.format])
      .header('content-disposition', `attachment; filename="${name}"`)
      .header(exportLengthHeader, file.estimatedBytes)
      .send(stream);
  });
}

/** The pieces, as long as `check` does not throw. */
async function* checked<Piece>(pieces: AsyncIterable<Piece>, check: () => unknown): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    check();
    yield piece;
  }
}
