import { createHash } from 'node:crypto';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import { type DashboardScope, dashboardScope } from '../dashboard-scope/index.ts';
import { chosenEspids, type OwnDevices } from '../dashboards/index.ts';
import { exposedIds } from './exposed-control.ts';
import type { LinkedDashboard, LinkRow } from './links.repository.ts';

/** What a link opens, and nothing beside it. */
export interface LinkScope extends DashboardScope {
  readonly link: LinkRow;
}

/** Finds the devices that links show. */
export interface LinkedDevices extends OwnDevices {
  find(espid: string): DeviceRecord | undefined;
}

/**
 * The devices that a link may let its visitors choose from. While its dashboard follows a tag or a group they are those that were on
 * it when its owner made the link, or brought it up to date: giving a device a tag must not publish it.
 */
export const allowedEspids = (
  link: Pick<LinkRow, 'espids'>,
  dashboard: LinkedDashboard,
  devices: OwnDevices,
): readonly string[] => (dashboard.follows === null ? chosenEspids(dashboard, devices) : (link.espids ?? []));

/** The channel of all viewers through a link. */
export const channelOf = (linkId: number): string => `link ${linkId}`;

/** What a link opens of its dashboard now. Another password, or none, makes viewers type the new one. */
export function linkScope(link: LinkRow, dashboard: LinkedDashboard, devices: LinkedDevices): LinkScope {
  const allowed = allowedEspids(link, dashboard, devices);
  const now = new Set(chosenEspids(dashboard, devices));
  const espids = allowed.filter((espid) => now.has(espid));
  const exposed = exposedIds(link.exposed, { espids: allowed, widgets: dashboard.widgets });
  const { approved, follows } = dashboard;
  const scope = dashboardScope(
    {
      ...dashboard,
      espids,
      // Which devices a link shows of a tag or group its owner has decided for the link itself.
      approved: approved && follows !== null ? { ...approved, espids: [...allowed] } : approved,
    },
    {
      channel: channelOf(link.id),
      expiresAt: link.expiresAt,
      etag: link.passwordHash,
      // A link shows the present to anyone who has it; nothing lets its owner open the past to them.
      playback: false,
      find: (espid) => devices.find(espid),
      numberOf: (device) => numberOf(link, device),
      exposes: ({ id }) => exposed.has(id),
    },
  );
  return { ...scope, link };
}

/** What a device is called in a link, whatever becomes of the dashboard: a page that is open must not take another device for it. */
function numberOf(link: Pick<LinkRow, 'id'>, device: Pick<DeviceRecord, 'id'>): string {
  const hash = createHash('sha256').update(`link ${link.id} device ${device.id}`).digest();
  return String(hash.readUIntBE(0, 6));
}
