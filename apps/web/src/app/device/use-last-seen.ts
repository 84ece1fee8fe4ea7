import { useState } from 'react';
import type { SeenDevice } from '../../features/boards/devices/index.ts';

/** What is remembered of the device whose page is open. */
export type LastSeen = Pick<SeenDevice, 'espid' | 'name' | 'owner' | 'pending'>;

/**
 * The device that this page showed last, also when it is in no list any more, or only as a board that waits to be accepted: the board of
 * a device that went to another account still connects as that of its former owner.
 */
export function useLastSeen(device: SeenDevice | undefined): LastSeen | null {
  const [seen, setSeen] = useState<LastSeen | null>(null);
  const isKnown =
    !device ||
    isGone(device, seen) ||
    (seen?.espid === device.espid &&
      seen.name === device.name &&
      seen.owner === device.owner &&
      seen.pending === device.pending);
  if (!isKnown) {
    const { espid, name, owner, pending } = device;
    setSeen({ espid, name, owner, pending });
  }
  return seen;
}

/** True when all that is left of the device that was seen is its board, which waits to be accepted. */
export function isGone(device: SeenDevice, seen: LastSeen | null): boolean {
  return device.pending && seen?.espid === device.espid && !seen.pending;
}
