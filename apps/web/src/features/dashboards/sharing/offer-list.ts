import type { DeviceOffers, ShareRole } from '@cyno/contract';
import { devicePath, nameInLanguage } from '../../boards/devices/index.ts';

/** Something that somebody offers to this account. */
export type Offer = {
  id: number;
  thing: 'device' | 'dashboard';
  /** To own it from then on. */
  isTransfer: boolean;
  /** The owner's e-mail. */
  owner: string;
  name: string;
  /** Null for a transfer. */
  role: ShareRole | null;
  expiresAt: number | null;
  /** Its page, once it is accepted. */
  path: string;
};

/** Devices and dashboards that are offered as one list, the newest first. */
export function listOffers({ offers, dashboards }: DeviceOffers): Offer[] {
  const all = [
    ...offers.map(({ kind, espid, ...offer }) => ({
      ...offer,
      name: nameInLanguage(offer.name),
      thing: 'device' as const,
      isTransfer: kind === 'transfer',
      path: devicePath(espid),
    })),
    ...dashboards.map(({ dashboardId, ...offer }) => ({
      ...offer,
      thing: 'dashboard' as const,
      isTransfer: false,
      path: `/dashboard/${dashboardId}`,
    })),
  ];
  return all.sort((a, b) => b.createdAt - a.createdAt);
}
