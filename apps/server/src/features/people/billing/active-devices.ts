/** What is read of a device here. */
interface Pausable {
  readonly espid: string;
  readonly paused: boolean;
}

export interface PauseChange<Device> {
  readonly pause: Device[];
  readonly resume: Device[];
}

/**
 * Which devices are to be paused or to continue, so that at most `deviceLimit` of them (null: all) are active. `devices` are in
 * their owner's order: the last ones are paused first, and the first ones continue first.
 */
export function fitDevices<Device extends Pausable>(
  devices: readonly Device[],
  deviceLimit: number | null,
): PauseChange<Device> {
  const active = devices.filter((device) => !device.paused);
  const paused = devices.filter((device) => device.paused);
  const places = deviceLimit ?? devices.length;
  return { pause: active.slice(places), resume: paused.slice(0, Math.max(0, places - active.length)) };
}

/** The changes after which exactly the chosen devices are active. */
export function chooseDevices<Device extends Pausable>(
  devices: readonly Device[],
  chosen: ReadonlySet<string>,
): PauseChange<Device> {
  return {
    pause: devices.filter((device) => !device.paused && !chosen.has(device.espid)),
    resume: devices.filter((device) => device.paused && chosen.has(device.espid)),
  };
}
