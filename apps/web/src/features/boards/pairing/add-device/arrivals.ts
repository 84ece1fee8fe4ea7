import type { Device } from '@cyno/contract';

/** What the list was like when the waiting began: which devices there were, and which of them were online. */
export type Baseline = { known: ReadonlySet<string>; online: ReadonlySet<string> };

export function takeBaseline(devices: readonly Device[]): Baseline {
  const own = devices.filter((device) => !device.pending);
  return {
    known: new Set(own.map((device) => device.espid)),
    online: new Set(own.filter((device) => device.online).map((device) => device.espid)),
  };
}

/** Who has come since then: boards that are new to the account, and known ones that came back online. */
export function arrivalsSince(baseline: Baseline, devices: readonly Device[]): { added: Device[]; returned: Device[] } {
  const own = devices.filter((device) => !device.pending);
  return {
    added: own.filter((device) => !baseline.known.has(device.espid)),
    returned: own.filter(
      (device) => device.online && baseline.known.has(device.espid) && !baseline.online.has(device.espid),
    ),
  };
}
