import type {
  Device,
  DeviceVariable,
  LivePoint,
  LiveServerMessage,
  PublicDevice,
  TelemetryValue,
} from '@cyno/contract';

type Presence = { online: boolean; at: number };

/** What the live connection sent of a device that is not in the cache yet: the newest value of each variable, and what else is newest. */
export type DeviceChange = {
  values: Map<string, { value: TelemetryValue; at: number }>;
  /** When the board sent something, ms since the epoch. */
  seenAt?: number;
  presence?: Presence;
  info?: Pick<Device, 'rssi' | 'ip' | 'ssid' | 'firmware'>;
};

/** What is further ahead of the clock comes from a server whose clock was ahead, and must not stand in the way of what comes now. */
const maxAheadMs = 5 * 60_000;

/** True when something of `at` follows what is known, whose instant may be one that the clock of the server has left again. */
const follows = (at: number, known: number | null | undefined): boolean =>
  known == null || at >= known || known > Date.now() + maxAheadMs;

/** Takes points, presence or facts of a board into what they change. */
export function takeMessage(change: DeviceChange, message: LiveServerMessage): void {
  if (message.type === 'points') takePoints(change, message.points);
  else if (message.type === 'presence') change.presence = message;
  else if (message.type === 'info') {
    const { rssi, ip, ssid, firmware } = message;
    change.info = { rssi, ip, ssid, firmware };
  }
}

function takePoints(change: DeviceChange, points: readonly LivePoint[]): void {
  for (const { at, values, computed } of points) {
    if (!computed && follows(at, change.seenAt)) change.seenAt = at;
    for (const [key, value] of Object.entries(values)) {
      if (follows(at, change.values.get(key)?.at)) change.values.set(key, { value, at });
    }
  }
}

/** The device with its change; a value or a presence older than what is known is ignored. */
export function withChange<D extends Device | PublicDevice>(
  device: D,
  { values, seenAt, presence, info }: DeviceChange,
): D {
  let next = device;
  if (values.size > 0) {
    const variables = device.variables.map((variable): DeviceVariable => {
      const newer = values.get(variable.key);
      return newer && follows(newer.at, variable.at) ? { ...variable, ...newer } : variable;
    });
    next = { ...next, variables };
  }
  if (seenAt && follows(seenAt, device.lastSeenAt)) next = { ...next, lastSeenAt: seenAt };
  if (info) next = { ...next, ...info };
  if (presence && follows(presence.at, device.onlineChangedAt)) {
    next = { ...next, online: presence.online, onlineChangedAt: presence.at };
  }
  return next;
}
