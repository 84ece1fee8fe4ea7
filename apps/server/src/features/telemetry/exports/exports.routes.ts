import { Readable } from 'node:stream';
import { exportLengthHeader, isTimeZone, maxExportDevices } from '@cyno/contract';
import type { FastifyReply } from 'fastify';
import { AppError, badRequest, because } from '../../../platform/errors.ts';
import { FairPlaces } from '../../../platform/fair-places/index.ts';
import { type DeviceRequest, type Http, routesOf } from '../../../platform/http/index.ts';
import type { ExportNotes } from './export-notes.ts';
import type { Exports, MadeFile } from './exports.service.ts';

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
/** Its response has nothing that is known before the file is made, and a HEAD would make it for nobody. */
const exposeHeadRoute = false;
/** An export keeps the database busy for minutes; an account needs no more at a time. */
const exportsPerAccount = 2;

interface OwnDevice {
  readonly id: number;
  readonly espid: string;
  readonly name: string;
}

interface RouteDeps<Device extends OwnDevice> {
  readonly exports: Exports;
  /** The device of a request; throws when the caller has not the route's right to it. */
  getDevice(request: DeviceRequest): Device;
  /** The notes on a device's time line as far as the caller may see them, oldest first. */
  notesOf(accountId: number, device: Device, range: { from: number; to: number }): ExportNotes;
}

/** What devices measured, as files. */
export function exportRoutes<Device extends OwnDevice>(app: Http, deps: RouteDeps<Device>): void {
  const route = routesOf(app);
  const { exports, getDevice, notesOf } = deps;
  const running = new RunningExports();
  const config = { right: 'view' as const };

  route('GET /api/device/:espid/export', { config, exposeHeadRoute }, async (request, reply) => {
    const { account, query } = request;
    const device = getDevice(request);
    const options = { ...query, zone: zoneOf(query.zone ?? account.timeZone) };
    const wanted = { id: device.id, keys: query.keys?.split(',') };
    const file = await running.make(account.id, () => exports.file(wanted, options));
    // It may take long, so the right to it is checked for each piece.
    const pieces = checked(file.pieces, () => getDevice(request));
    return send(reply, { file, pieces, name: device.espid, format: query.format, end: file.end });
  });

  route('GET /api/telemetry/export', { config, exposeHeadRoute }, async (request, reply) => {
    const { account, query, routeOptions } = request;
    const named = (id: string) => getDevice({ account, params: { espid: id }, routeOptions });
    const options = { ...query, zone: zoneOf(query.zone ?? account.timeZone) };
    const devices = [...wantedOf(query.of)].map(([wanted, keys]) => {
      const device = named(wanted);
      return { ...device, keys, notes: () => notesOf(account.id, device, query) };
    });
    const file = await running.make(account.id, () => exports.fileOfSeveral(devices, options));
    const check = () => {
      for (const one of devices) {
        if (named(one.espid).id !== one.id) throw badRequest('A device is not the same any more.');
      }
    };
    const [only, ...others] = devices;
    const name = only && others.length === 0 ? only.espid : `cyno-${devices.length}-devices`;
    return send(reply, { file, pieces: checked(file.pieces, check), name, format: query.format, end: file.end });
  });
}

/** The exports that are being written. Others are not held up: what each reads takes turns at the database. */
class RunningExports {
  readonly #places = new FairPlaces<number>({
    places: Number.POSITIVE_INFINITY,
    perKey: exportsPerAccount,
    refusal: () =>
      new AppError(429, 'rate_limited', 'Two exports are running already. Wait until one has ended.', {
        ...because('exports_running'),
        retryAfterSeconds: 30,
      }),
  });

  /** Makes a file; `end` is to be called when it is written. Throws a 429 when two are under way. */
  async make(accountId: number, make: () => Promise<MadeFile>): Promise<MadeFile & { end(): void }> {
    const end = this.#places.takeNow({ key: accountId });
    try {
      return { ...(await make()), end };
    } catch (error) {
      end();
      throw error;
    }
  }
}

interface Sending {
  readonly file: MadeFile;
  readonly pieces: AsyncGenerator<string | Uint8Array>;
  readonly name: string;
  readonly format: keyof typeof contentTypes;
  end(): void;
}

function send(reply: FastifyReply, { file, pieces, name, format, end }: Sending) {
  return reply
    .header('content-type', contentTypes[format])
    .header('content-disposition', `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}.${format}"`)
    .header(exportLengthHeader, file.estimatedBytes)
    .send(Readable.from(pieces).once('close', end));
}

function zoneOf(wanted: string | null): string {
  const zone = wanted ?? 'UTC';
  if (!isTimeZone(zone))
    throw new AppError(400, 'validation_failed', 'Nobody knows this time zone.', because('unknown_time_zone'));
  return zone;
}

/** The devices of a list of names, in its order, and which of their variables; undefined: all. */
function wantedOf(names: readonly string[]): Map<string, string[] | undefined> {
  const wanted = new Map<string, string[] | undefined>();
  for (const name of names) {
    const colon = name.indexOf(':');
    const device = colon < 0 ? name : name.slice(0, colon);
    if (colon < 0) wanted.set(device, undefined);
    else if (!wanted.has(device)) wanted.set(device, [name.slice(colon + 1)]);
    else wanted.get(device)?.push(name.slice(colon + 1));
  }
  if (wanted.size > maxExportDevices) {
    throw badRequest(
      `A file holds at most ${maxExportDevices} devices, not ${wanted.size}. Save some in another file.`,
      because('too_many_devices_in_file', { max: maxExportDevices }),
    );
  }
  return wanted;
}

/** The pieces, as long as `check` does not throw. */
async function* checked<Piece>(pieces: AsyncIterable<Piece>, check: () => unknown): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    check();
    yield piece;
  }
}
