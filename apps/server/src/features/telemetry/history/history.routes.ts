import { type DeviceRequest, type Http, routesOf } from '../../../platform/http/index.ts';
import type { TelemetryReader } from './telemetry-reader.ts';

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
  const route = routesOf(app);
  const { reader, devicesOf, getDevice } = deps;

  route('GET /api/device/:espid/history', { ...plainJson, config: { right: 'view' } }, (request) =>
    reader.history(getDevice(request).id, request.query),
  );

  route('GET /api/telemetry/sparklines', ({ account, query }) => reader.sparklines(devicesOf(account.id), query));

  route('GET /api/device/:espid/statistics', { ...plainJson, config: { right: 'view' } }, (request) =>
    reader.statistics(getDevice(request).id, request.query),
  );

  route('GET /api/device/:espid/values', { config: { right: 'view' } }, (request) =>
    reader.valuesAt(getDevice(request).id, request.query.at),
  );
}
