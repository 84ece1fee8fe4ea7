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
import { AppError, notFound } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/index.ts';
import type { Telemetry } from './telemetry.service.ts';

const params = z.object({ espid });

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
/** An export keeps the database busy for minutes; an account needs no more at a time. */
const exportsPerAccount = 2;

interface OwnDevice {
  readonly id: number;
  readonly espid: string;
}

/** History, sparklines and exports of the account's devices. */
export function telemetryRoutes(
  app: Http,
  deps: {
    telemetry: Telemetry;
    findDevice(accountId: number, espid: string): OwnDevice | undefined;
    devicesOf(accountId: number): readonly OwnDevice[];
  },
): void {
  const { telemetry, devicesOf } = deps;
  const running = new Map<number, number>();

  function getDevice(accountId: number, id: string): OwnDevice {
    const device = deps.findDevice(accountId, id);
    if (!device) throw notFound('device', id);
    return device;
  }

  app.get(
    '/api/device/:espid/history',
    { schema: { params, querystring: historyQuery, response: { 200: historyResponse } } },
    ({ account, params, query }) => telemetry.history(getDevice(account.id, params.espid).id, query),
  );

  app.get(
    '/api/telemetry/sparklines',
    { schema: { querystring: sparklineQuery, response: { 200: sparklineResponse } } },
    ({ account, query }) => telemetry.sparklines(devicesOf(account.id), query),
  );

  app.get(
    '/api/device/:espid/statistics',
    { schema: { params, querystring: statisticsQuery, response: { 200: statisticsResponse } } },
    ({ account, params, query }) => telemetry.statistics(getDevice(account.id, params.espid).id, query),
  );

  app.get('/api/device/:espid/export', { schema: { params, querystring: exportQuery } }, async (request, reply) => {
    const { account, params, query } = request;
    const device = getDevice(account.id, params.espid);
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
    const stream = Readable.from(file.pieces).once('close', end);
    const name = `${device.espid.replaceAll(/[^\w.-]/g, '_')}.${query.format}`;
    return reply
      .header('content-type', contentTypes[query.format])
      .header('content-disposition', `attachment; filename="${name}"`)
      .header(exportLengthHeader, file.estimatedBytes)
      .send(stream);
  });
}

function isKnownZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone });
    return true;
  } catch {
    return false;
  }
}
