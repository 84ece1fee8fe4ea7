import { useState } from 'react';
import type { SeenDevice } from '../../features/boards/devices/index.ts';

/** What is remembered of the device whose page is open. */
export type LastSeen = Pick<SeenDevice, 'espid' | 'name' | 'owner'>;

/** The device that this page showed last, also when it is in no list any more. */
export function useLastSeen(device: SeenDevice | undefined): LastSeen | null {
  const [seen, setSeen] = useState<LastSeen | null>(null);
  const isKnown = !device || (seen?.espid === device.espid && seen.name === device.name && seen.owner === device.owner);
  if (!isKnown) setSeen({ espid: device.espid, name: device.name, owner: device.owner });
  return seen;
}
