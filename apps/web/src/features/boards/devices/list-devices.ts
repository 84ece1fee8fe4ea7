import type { Device } from '@cyno/contract';
import { unpackDevices } from '@cyno/contract/packed-devices';
import { call } from '../../../lib/api/api-client.ts';

/** Then whatever else waits, such as the next frame, comes first. */
const sliceMs = 8;

/** The first devices of the account, and how many it has. */
export interface FirstDevices {
  readonly devices: readonly Device[];
  readonly total: number;
  readonly online: number;
}

/**
 * Fetches the account's devices. One that is as `getKnown` has it when they come stays the same object, and the list does when all are:
 * nothing is drawn again then. Thousands of them do not hold up the page.
 */
export async function listDevices(
  signal: AbortSignal,
  getKnown: () => readonly Device[] | undefined,
): Promise<Device[]> {
  const { devices: packed } = await call('GET /api/device-list', { signal });
  const before = getKnown() ?? [];
  const known = new Map(before.map((device) => [device.espid, device]));
  const devices: Device[] = [];
  let isSame = packed.rows === before.length;
  let began = performance.now();
  for (const device of unpackDevices(packed)) {
    const old = known.get(device.espid);
    const one = old && isEqual(old, device) ? old : device;
    isSame &&= one === before[devices.length];
    devices.push(one);
    if (performance.now() - began < sliceMs) continue;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    began = performance.now();
  }
  return isSame ? (before as Device[]) : devices;
}

/** Fetches the first devices alone, which come sooner than all. */
export async function listFirstDevices(signal: AbortSignal, limit: number): Promise<FirstDevices> {
  const { devices, total, online } = await call('GET /api/device-list', { signal, query: { limit } });
  return { devices: [...unpackDevices(devices)], total, online };
}

/** Whether two values of JSON are the same. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  for (const key in b) {
    if (!isEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key])) return false;
  }
  return Object.keys(a).length === Object.keys(b).length;
}
