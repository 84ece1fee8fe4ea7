import type { Device, DeviceVariable } from '@cyno/contract';

/** A variable with a value that stays fresh for half an hour, also where a test waits long for its turn. */
export function variableOf(key: string, more: Partial<DeviceVariable> = {}): DeviceVariable {
  return {
    key,
    label: key,
    unit: '',
    hue: 1,
    decimals: null,
    range: null,
    value: 21.5,
    at: Date.now(),
    intervalMs: 600_000,
    ...more,
  };
}

/** A board of one's own that is online. */
export function deviceOf(more: Partial<Device> = {}): Device {
  return {
    espid: 'ESP32-000001_AABBCC000001',
    name: 'Greenhouse',
    order: 0,
    online: true,
    onlineChangedAt: Date.now() - 3_600_000,
    lastSeenAt: Date.now(),
    pending: false,
    verified: true,
    paused: false,
    virtual: false,
    virtualUntil: null,
    family: 'esp32',
    firmware: '1.0.8',
    template: null,
    rssi: -61,
    ip: '192.168.1.23',
    ssid: 'farm',
    location: null,
    icon: null,
    favourite: false,
    tags: [],
    notes: '',
    groupId: null,
    timeZone: null,
    variables: [variableOf('temp', { label: 'Temperature', unit: '°C' })],
    ...more,
  };
}
