import {
  calibration,
  calibrationList,
  espid,
  removalPreview,
  removalQuery,
  retentionRequest,
  variableSettings,
  variableSetUpList,
} from '@cyno/contract';
import { z } from 'zod';
import type { DeviceRequest, Http } from '../../../platform/http/index.ts';
import type { Telemetry } from './telemetry.service.ts';

const params = z.object({ espid });
const keyParams = params.extend({ key: z.string().min(1).max(128) });

interface RouteDeps<Device> {
  readonly telemetry: Pick<Telemetry, 'displaySettings' | 'calibrations' | 'retention'>;
  /** The device of a request; throws when the caller has not the route's right to it. */
  getDevice(request: DeviceRequest): Device;
  /** Called when browsers are to read the device again. */
  changed(device: Device): void;
  /** Called when the numbers of a variable mean something else than before. */
  calibrated(device: Device): void;
}

/** How variables of devices are shown, what their numbers mean, and for how long they are stored. */
export function variableRoutes<Device extends { readonly id: number; readonly accountId: number }>(
  app: Http,
  { telemetry: { displaySettings, calibrations, retention }, getDevice, changed, calibrated }: RouteDeps<Device>,
): void {
  const response = { 200: variableSetUpList };
  const list = (device: Device) => ({ variables: displaySettings.list(device) });

  app.get('/api/device/:espid/variables', { config: { right: 'view' }, schema: { params, response } }, (request) =>
    list(getDevice(request)),
  );

  app.put(
    '/api/device/:espid/variables/:key',
    { config: { right: 'manage' }, schema: { params: keyParams, body: variableSettings, response } },
    async (request) => {
      const device = getDevice(request);
      await displaySettings.set(device.id, request.params.key, request.body);
      changed(device);
      return list(device);
    },
  );

  app.delete(
    '/api/device/:espid/variables/:key',
    { config: { right: 'manage' }, schema: { params: keyParams, response } },
    async (request) => {
      const device = getDevice(request);
      await displaySettings.forget(device.id, request.params.key);
      changed(device);
      return list(device);
    },
  );

  app.get(
    '/api/device/:espid/calibrations',
    { config: { right: 'view' }, schema: { params, response: { 200: calibrationList } } },
    (request) => ({ changes: calibrations.list(getDevice(request).id) }),
  );

  app.put(
    '/api/device/:espid/variables/:key/calibration',
    { config: { right: 'manage' }, schema: { params: keyParams, body: calibration, response } },
    async (request) => {
      const device = getDevice(request);
      await calibrations.set(device.id, request.params.key, request.body);
      calibrated(device);
      changed(device);
      return list(device);
    },
  );

  app.get(
    '/api/device/:espid/variables/:key/retention',
    {
      config: { right: 'manage' },
      schema: { params: keyParams, querystring: removalQuery, response: { 200: removalPreview } },
    },
    (request) => retention.preview(getDevice(request).id, request.params.key, request.query.days),
  );

  app.put(
    '/api/device/:espid/variables/:key/retention',
    { config: { right: 'manage' }, schema: { params: keyParams, body: retentionRequest, response } },
    async (request) => {
      const device = getDevice(request);
      await retention.set(device, request.params.key, request.body.days);
      changed(device);
      return list(device);
    },
  );
}
