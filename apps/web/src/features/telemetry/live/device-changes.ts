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
  presence?: Presence;
  info?: Pick<Device, 'rssi' | 'ip' | 'ssid' | 'firmware'>;
};

/** What is further ahead of the clock comes from a server whose clock was ahead, and must not stand in the way of what comes now. */
const maxAheadMs = 5 * 60_000;

/** True when something of `at` follows what is known, whose instant may be one that the clock of the server has left again. */
const follows = (at: number, known: number): boolean => at >= known || known > Date.now() + maxAheadMs;

/** Takes points, presence or facts of a board into what they change. */
export function takeMessage(change: DeviceChange, message: LiveServerMessage): void {
  if (message.type === 'points') takePoints(change, message.points);
  else if (message.type === 'presence') change.presence = message;
  else if (message.type === 'info') {
    const { rssi, ip, ssid, firmware } = message;
    change.info = { rssi, ip, ssid, firmware };
  }
}

function takePoints({ values }: DeviceChange, points: readonly LivePoint[]): void {
  for (const point of points) {
    for (const key of Object.keys(point.values)) {
      const value = point.values[key];
      if (value !== undefined && follows(point.at, values.get(key)?.at ?? 0)) values.set(key, { value, at: point.at });
    }
  }
}

/** The device with its change; a value or a presence older than what is known is ignored. */
export function withChange<D extends Device | PublicDevice>(device: D, { values, presence, info }: DeviceChange): D {
  let next = values.size > 0 ? withValues(device, values) : device;
  if (info) next = { ...next, ...info };
  if (presence && follows(presence.at, device.onlineChangedAt ?? 0)) {
    next = { ...next, online: presence.online, onlineChangedAt: presence.at };
  }
  return next;
}

function withValues<D extends Device | PublicDevice>(device: D, values: DeviceChange['values']): D {
  let lastSeenAt = device.lastSeenAt ?? 0;
  const variables = device.variables.map((variable): DeviceVariable => {
    const next = values.get(variable.key);
    if (!next || !follows(next.at, variable.at ?? 0)) return variable;
    lastSeenAt = follows(next.at, lastSeenAt) ? next.at : lastSeenAt;
    return { ...variable, value: next.value, at: next.at };
  });
  return { ...device, lastSeenAt: lastSeenAt || null, variables };
}
