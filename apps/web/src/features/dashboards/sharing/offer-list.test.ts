import type { DashboardOffer, DeviceOffer } from '@cyno/contract';
import { expect, test } from 'vitest';
import { listOffers } from './offer-list.ts';

const device: DeviceOffer = {
  id: 1,
  kind: 'share',
  owner: 'ann@example.com',
  name: 'Greenhouse',
  espid: 'ESP32 (1)',
  role: 'viewer',
  createdAt: 100,
  expiresAt: null,
};
const { kind: _kind, espid: _espid, ...common } = device;
const dashboard: DashboardOffer = { ...common, id: 2, dashboardId: 7, role: 'operator', createdAt: 200 };

test('devices and dashboards are one list, the newest first, each with the way to its page', () => {
  const offers = listOffers({ offers: [device], dashboards: [dashboard] });
  expect(offers.map(({ thing, path }) => [thing, path])).toEqual([
    ['dashboard', '/dashboard/7'],
    ['device', '/device/ESP32%20(1)/Overview'],
  ]);
});

test('to be given a device is not to have it shared', () => {
  const transfer: DeviceOffer = { ...device, id: 3, kind: 'transfer', role: null };
  expect(listOffers({ offers: [device, transfer], dashboards: [] }).map(({ isTransfer }) => isTransfer)).toEqual([
    false,
    true,
  ]);
});
