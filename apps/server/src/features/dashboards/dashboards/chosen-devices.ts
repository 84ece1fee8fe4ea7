import { type DashboardFollows, maxChosenDevices } from '@cyno/contract';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import type { DashboardRow } from './dashboards.repository.ts';

/** What defines which devices can be chosen from above a dashboard. */
export type ChoosesDevices = Pick<DashboardRow, 'accountId' | 'deviceId' | 'espids' | 'follows'>;

/** Finds the devices of accounts. */
export interface OwnDevices {
  findById(id: number): DeviceRecord | undefined;
  /** In the order that their owner chose. */
  ofAccount(accountId: number): readonly DeviceRecord[];
}

/** The same with the devices of one account put in order once, for looking at many of its dashboards in one go. */
export function withOwned(devices: OwnDevices, accountId: number): OwnDevices {
  const owned = devices.ofAccount(accountId);
  return {
    findById: (id) => devices.findById(id),
    ofAccount: (id) => (id === accountId ? owned : devices.ofAccount(id)),
  };
}

/**
 * The devices that can be chosen from above a dashboard now, the one that is shown first in front: the device that it belongs to, the
 * list that was made by hand, or the first hundred that have its tag or are in its group. Everything that shows a dashboard to
 * somebody uses this.
 */
export function chosenEspids(dashboard: ChoosesDevices, devices: OwnDevices): readonly string[] {
  const { accountId, deviceId, follows, espids } = dashboard;
  if (deviceId !== null) {
    const own = devices.findById(deviceId);
    return own ? [own.espid] : [];
  }
  if (follows === null) return espids;
  return followedDevices(follows, accountId, devices)
    .slice(0, maxChosenDevices)
    .map(({ espid }) => espid);
}

/** A content with the devices that can be chosen above it now. */
export const withChosen = <Content extends Pick<ChoosesDevices, 'espids' | 'follows'>>(
  { accountId, deviceId }: Pick<ChoosesDevices, 'accountId' | 'deviceId'>,
  content: Content,
  devices: OwnDevices,
) => ({ ...content, espids: chosenEspids({ ...content, accountId, deviceId }, devices) });

/** Every device of the account that has the tag, however it is written, or is in the group; never one that is shared with it. */
export function followedDevices(follows: DashboardFollows, accountId: number, devices: OwnDevices): DeviceRecord[] {
  const tag = follows.kind === 'tag' ? follows.tag.toLowerCase() : null;
  return devices
    .ofAccount(accountId)
    .filter((device) =>
      follows.kind === 'tag'
        ? device.tags.some((one) => one.toLowerCase() === tag)
        : device.groupId === follows.groupId,
    );
}
