import type { Device, DeviceGroup, PairingState, PendingBoard, SavedView } from '@cyno/contract';
import { expect } from 'vitest';
import { DeviceListPage } from '../src/features/boards/device-list/device-list-page.tsx';
import { renderInApp } from './render.tsx';
import { stubApi } from './stub-api.ts';

/** What is requested from the server besides the list, and the responses that a test wants otherwise. */
interface DeviceListResponses {
  readonly groups?: DeviceGroup[];
  readonly views?: SavedView[];
  readonly pairing?: PairingState;
  readonly more?: Parameters<typeof stubApi>[0];
}

/** A board that waits to join. */
export const pendingBoard: PendingBoard = {
  espid: 'ESP32-9',
  seenAt: Date.now(),
  ip: '192.0.2.1',
  verified: true,
  online: true,
  taken: false,
  problem: null,
};

/** Nobody waits to join, and the window for new boards is shut. */
export function pairingOf(more: Partial<PairingState> = {}): PairingState {
  const shut = { windowOpenUntil: null, windowRoom: null };
  return { connectionKey: 'KEY-1', ...shut, pending: [], blocked: [], oldKeyBoards: [], ...more };
}

/** Draws `/device` with these devices; `at` may have a query. */
export async function openDeviceList(devices: Device[], at = '/device', responses: DeviceListResponses = {}) {
  const { groups = [], views = [], pairing = pairingOf(), more } = responses;
  const calls = stubApi({
    'GET /api/device/': () => devices,
    'GET /api/device/shared': [],
    'GET /api/device-groups': () => ({ groups }),
    'GET /api/device-views': () => ({ views }),
    'GET /api/pairing': () => pairing,
    'GET /api/telemetry/sparklines': { from: 0, to: 3_600_000, bucketMs: 60_000, devices: {} },
    ...more,
  });
  const { screen, router, client } = await renderInApp(<DeviceListPage />, { at });
  await expect.element(screen.getByRole('status', { name: 'Loading devices' })).not.toBeInTheDocument();
  return {
    screen,
    client,
    calls,
    location: () => router.state.location,
    query: () => router.state.location.search,
    /** The names of the cards, in their order. */
    names: () =>
      screen
        .getByRole('list', { name: 'Devices' })
        .getByRole('link')
        .elements()
        .map((link) => link.textContent),
  };
}
