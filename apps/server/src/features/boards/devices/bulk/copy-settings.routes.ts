import type { CopiedPart, copySettingsResponse } from '@cyno/contract';
import type { z } from 'zod';
import { AppError, badRequest, because } from '../../../../platform/errors.ts';
import { type Http, labelRequests, routesOf } from '../../../../platform/http/index.ts';
import type { GetDevice } from '../device-access.ts';
import type { DeviceRecord } from '../devices.directory.ts';
import type { Devices } from '../devices.service.ts';
import { failureOf } from './bulk.ts';

/** Gives one device what another has; returns how many there were. */
type Copier = (from: DeviceRecord, to: DeviceRecord) => Promise<number>;

interface RouteDeps {
  readonly devices: Devices;
  readonly getDevice: GetDevice;
  /** Parts that other features keep. */
  readonly copiers: Record<Exclude<CopiedPart, 'tags'>, Copier>;
  /** Called after a device took something, also when it could not take all. */
  copied(device: DeviceRecord): void;
}

/** Sets devices up as another of the same account is. */
export function copySettingsRoutes(app: Http, { devices, getDevice, copiers, copied }: RouteDeps): void {
  const route = routesOf(app);
  labelRequests(app, 'devices', { 'POST /api/device/:espid/copy-settings': 'Settings copied to other devices' });
  const copyTags: Copier = async (from, to) => {
    await devices.change(to.accountId, to.espid, { tags: from.tags });
    return from.tags.length;
  };
  const all: Record<CopiedPart, Copier> = { ...copiers, tags: copyTags };

  async function copy(from: DeviceRecord, to: DeviceRecord, parts: ReadonlySet<CopiedPart>) {
    const counts: Partial<Record<CopiedPart, number>> = {};
    try {
      for (const part of parts) counts[part] = await all[part](from, to);
    } finally {
      devices.displayChanged(to);
      copied(to);
    }
    return { espid: to.espid, copied: counts };
  }

  route('POST /api/device/:espid/copy-settings', { config: { right: 'manage' } }, async (request) => {
    const { body } = request;
    const from = getDevice(request);
    const targets = [...new Set(body.to)].map((one) => getDevice(request, one));
    for (const to of targets) checkTarget(from, to);
    const parts = new Set(body.parts);
    const result: z.infer<typeof copySettingsResponse> = { devices: [], failed: [] };
    for (const to of targets) {
      try {
        result.devices.push(await copy(from, to, parts));
      } catch (error) {
        // Who copies to one device reads the outcome from the status.
        if (!(error instanceof AppError) || targets.length === 1) throw error;
        result.failed.push(failureOf(to.espid, error));
      }
    }
    return result;
  });
}

function checkTarget(from: DeviceRecord, to: DeviceRecord): void {
  if (to === from) throw badRequest('A device cannot be copied to itself.');
  // Pins are named differently, and what one can do another cannot.
  if (to.family !== from.family)
    throw badRequest(
      `"${to.name}" is another kind of board. Choose boards of the same kind.`,
      because('other_board_kind', { name: to.name }),
    );
}
