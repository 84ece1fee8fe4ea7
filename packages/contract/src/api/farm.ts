/** What the examples of all operations are about: a farm with a greenhouse, its soil sensor and its pump. */

export const ownerEmail = 'farmer@example.com';
export const guestEmail = 'anna@example.com';
export const espid = 'ESP32-D0WDQ6-100_0a1b2c3d';
export const otherEspid = 'ESP32-D0WDQ6-100_0a1b2c3e';

/** 2026-11-01T06:00:00Z; the farm's day begins. */
export const morning = 1_793_512_800_000;
const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The last hour before `morning`, as a query of a range. */
export const range = { from: morning - hourMs, to: morning };

const soil = {
  key: 'soil',
  label: 'Soil moisture',
  unit: '%',
  hue: 3,
  decimals: null,
  range: null,
  value: 41.5,
  at: morning,
  intervalMs: minuteMs,
};

export const greenhouse = {
  espid,
  name: 'Greenhouse',
  order: 0,
  online: true,
  onlineChangedAt: morning - dayMs,
  lastSeenAt: morning,
  pending: false,
  verified: true,
  paused: false,
  virtual: false,
  virtualUntil: null,
  family: 'esp32',
  firmware: '1.0.8',
  template: 'farm',
  rssi: -61,
  ip: '192.0.2.17',
  ssid: 'Farm',
  location: { latitude: 18.79, longitude: 98.98 },
  icon: 'plant',
  favourite: true,
  tags: ['vegetables'],
  notes: '',
  groupId: 4,
  timeZone: null,
  variables: [soil],
} as const;

export const sentCommand = {
  id: 812,
  kind: 'output',
  target: '4',
  mode: 'digit',
  value: '1',
  state: 'acknowledged',
  actor: { kind: 'person', name: ownerEmail },
  createdAt: morning,
  notBefore: null,
  sentAt: morning + 3,
  answeredAt: morning + 87,
  reason: null,
} as const;

export const queuedCommand = { ...sentCommand, state: 'queued', sentAt: null, answeredAt: null } as const;

export const pumpOutput = {
  pin: '4',
  mode: 'digit',
  name: 'Pump',
  locked: false,
  momentaryMs: null,
  wanted: 1,
  reported: 1,
  reportedAt: morning + 87,
  changedBy: { kind: 'person', name: ownerEmail },
} as const;

export const pumpTarget = { kind: 'output', pin: '4', mode: 'digit' } as const;

export const soilHistory = {
  ...range,
  resolution: '1m',
  bucketMs: minuteMs,
  times: [morning - 2 * minuteMs, morning - minuteMs],
  series: { soil: { value: [41.2, 41.4], min: [41.1, 41.3], max: [41.3, 41.5] } },
  offline: [],
} as const;

export const widgets = [
  { id: 'soil', x: 0, y: 0, width: 4, height: 3, content: { type: 'value', title: 'Soil moisture', key: 'soil' } },
  { id: 'pump', x: 4, y: 0, width: 4, height: 3, content: { type: 'switch', title: 'Pump', target: pumpTarget } },
] as const;

/** Placeholders for secrets: long enough for their schemas, and plainly none. */
export const token43 = 'EXAMPLE-TOKEN-THAT-OPENS-NOTHING-0000000000';
export const secret = 'EXAMPLE';

export const kitSetup = {
  board: 'esp32',
  host: 'cyno.example.com',
  content: { type: 'kit', kit: 'bme280' },
} as const;

/** What a dashboard shows to others; `device` is what stands for the device there. */
/** An alert of what a dashboard shows, without its device. */
export const exampleDashboardAlert = {
  severity: 'critical',
  state: 'active',
  kind: 'limit',
  key: 'temperature',
  text: 'Temperature was 34 °C, above 30 °C for 5 minutes.',
  report: [{ code: 'past_limit', label: 'Temperature', unit: '°C', value: 34, side: 'above', limit: 30, seconds: 300 }],
  value: 34,
  limit: 30,
  activeAt: morning,
};
export const exampleClearedAlert = {
  severity: 'warning',
  key: 'temperature',
  text: 'Temperature was 27 °C, above 26 °C.',
  report: [{ code: 'past_limit', label: 'Temperature', unit: '°C', value: 27, side: 'above', limit: 26, seconds: 0 }],
  activeAt: morning - 5 * hourMs,
  clearedAt: morning - 4 * hourMs,
};

export const exampleAlertLimit = { key: 'temperature', comparison: '>', value: 26, severity: 'warning' };

export const exampleDashboard = (device: string) => ({
  state: 'open',
  now: morning,
  name: 'Farm',
  version: 2,
  expiresAt: null,
  choices: [device],
  devices: [
    {
      device,
      name: greenhouse.name,
      online: true,
      onlineChangedAt: greenhouse.onlineChangedAt,
      lastSeenAt: morning,
      timeZone: 'Asia/Bangkok',
      location: null,
      variables: greenhouse.variables,
    },
  ],
  widgets,
  exposed: ['pump'],
  playback: true,
});
