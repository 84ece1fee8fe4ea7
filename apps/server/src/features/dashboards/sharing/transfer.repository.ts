import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import {
  accounts,
  automations,
  connectionKeys,
  dashboards,
  devices,
  deviceVisits,
  guestPasses,
  projectDevices,
  projects,
  publicLinks,
  shares,
} from '../../../platform/database/schema/index.ts';
import { unsetInList } from '../../boards/devices/index.ts';
import { isOpen, type ShareRow } from './sharing.repository.ts';

/** What a device is when it has come to its new owner, and the shares that ended with that. */
export interface Moved {
  readonly order: number;
  readonly verifiedKeyId: number | null;
  readonly ended: readonly number[];
}

/** The SQL of handing a device over. */
export function transferRepository({ holding }: Database) {
  return {
    /**
     * Gives a device with its data, dashboards, automations and settings to the account that was invited to take it. Undefined
     * when that is not offered any more. A board that had to prove itself has to do so with a key of its new owner.
     */
    async move(offer: ShareRow, to: number, now: number): Promise<Moved | undefined> {
      return holding({ table: 'accounts', id: offer.ownerId }, async (tx) => {
        const open = await tx
          .select({ id: shares.id })
          .from(shares)
          .innerJoin(accounts, and(eq(accounts.id, to), eq(accounts.email, shares.email)))
          .where(and(eq(shares.id, offer.id), eq(shares.kind, 'transfer'), isOpen(now)))
          .for('update', { of: shares });
        const deviceId = offer.thing.id;
        const [device] = await tx
          .select({ verifiedKeyId: devices.verifiedKeyId })
          .from(devices)
          .where(and(eq(devices.id, deviceId), eq(devices.accountId, offer.ownerId), isNull(devices.deletedAt)))
          .for('no key update');
        if (open.length === 0 || !device) return undefined;
        const [key] = await tx
          .select({ id: connectionKeys.id })
          .from(connectionKeys)
          .where(and(eq(connectionKeys.accountId, to), isNull(connectionKeys.retiredAt)));
        const verifiedKeyId = device.verifiedKeyId === null ? null : (key?.id ?? null);
        const [moved] = await tx
          .update(devices)
          .set({
            accountId: to,
            verifiedKeyId,
            ...unsetInList,
            pausedAt: null,
            order: sql`(select coalesce(max("order") + 1, 0) from devices where account_id = ${to})`,
          })
          .where(eq(devices.id, deviceId))
          .returning({ order: devices.order });
        const ofDevice = await tx
          .update(dashboards)
          .set({ accountId: to })
          .where(eq(dashboards.deviceId, deviceId))
          .returning({ id: dashboards.id });
        await tx
          .delete(projectDevices)
          .where(
            and(
              eq(projectDevices.deviceId, deviceId),
              inArray(
                projectDevices.projectId,
                tx.select({ id: projects.id }).from(projects).where(eq(projects.accountId, offer.ownerId)),
              ),
            ),
          );
        const ids = ofDevice.map(({ id }) => id);
        // They would be good again if the device came back to anyone who made them.
        await tx.delete(guestPasses).where(eq(guestPasses.deviceId, deviceId));
        await tx.delete(publicLinks).where(inArray(publicLinks.dashboardId, ids));
        // What the former owner deleted is not the new one's to restore.
        await tx.delete(automations).where(and(eq(automations.deviceId, deviceId), isNotNull(automations.deletedAt)));
        // The new owner need not know whom the former one let in.
        await tx.delete(deviceVisits).where(eq(deviceVisits.deviceId, deviceId));
        const ofThese = sql`${shares.deviceId} = ${deviceId} or ${inArray(shares.dashboardId, ids)}`;
        const ended = await tx.delete(shares).where(ofThese).returning({ id: shares.id });
        return { order: moved?.order ?? 0, verifiedKeyId, ended: ended.map(({ id }) => id) };
      });
    },
  };
}

export type TransferRepository = ReturnType<typeof transferRepository>;
