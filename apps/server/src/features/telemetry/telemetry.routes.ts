import { Readable } from 'node:stream';
import { espid, historyQuery, historyResponse, sparklineQuery, sparklineResponse } from '@cyno/contract';
import { z } from 'zod';
import { AppError, notFound } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/index.ts';
import type { Telemetry } from './telemetry.service.ts';

const params = z.object({ espid });
const instant = z.coerce.number().int().min(0).max(8.64e15);
const exportQuery = z
  .object({ from: instant, to: instant, format: z.enum(['csv', 'json']).default('csv') })
  .refine((query) => query.from < query.to, { message: '`from` must be before `to`.', path: ['from'] });

const contentTypes = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const;
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

  app.get('/api/device/:espid/export', { schema: { params, querystring: exportQuery } }, (request, reply) => {
    const { account, params, query } = request;
    const device = getDevice(account.id, params.espid);
    const others = running.get(account.id) ?? 0;
    if (others >= exportsPerAccount) {
      throw new AppError(429, 'rate_limited', 'Two exports are running already. Wait until one has ended.', {
        retryAfterSeconds: 30,
      });
    }
    running.set(account.id, others + 1);
    const stream = Readable.from(telemetry.export(device.id, query));
    stream.once('close', () => {
      const left = (running.get(account.id) ?? 1) - 1;
      if (left > 0) running.set(account.id, left);
      else running.delete(account.id);
    });
    const name = `${device.espid.replaceAll(/[^\w.-]/g, '_')}.${query.format}`;
    return reply
      .header('content-type', contentTypes[query.format])
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(stream);
  });
}
