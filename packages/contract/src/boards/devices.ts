import { z } from 'zod';
import { errorBody } from '../errors.ts';
import { timeZone } from '../people/accounts.ts';
import { calibration, variableRetention } from '../telemetry/variables.ts';
import { line, lines } from '../text.ts';

/**
 * What a board calls itself: 1 to 64 characters of `[A-Za-z0-9 ()._-]`. URL-encode it in links. `.` and `..` are none: as part of an
 * address they lead elsewhere, however they are encoded (https://url.spec.whatwg.org/#double-dot-path-segment).
 */
export const espid = z.string().regex(/^(?!\.{1,2}$)[A-Za-z0-9 ()._-]{1,64}$/, 'That is not a device id.');

/** What could not be done with one of several devices: a sentence why, and its reason where a client can word it. */
export const deviceFailure = errorBody.pick({ error: true, reason: true, values: true }).extend({ espid });

export const deviceName = line(64).min(1, 'Type a name.');

/** A value as a board sent it. */
export const telemetryValue = z.union([z.number(), z.boolean(), z.string()]);
export type TelemetryValue = z.infer<typeof telemetryValue>;

/** The span that a variable's chart shows at least, in its unit. */
const variableRange = z
  .object({ min: z.number().min(-1e15).max(1e15), max: z.number().min(-1e15).max(1e15) })
  .refine(({ min, max }) => min < max, { path: ['max'], error: 'Must be above the lowest.' });

/** `hue` is the chart colour 1…8 of the design tokens, the same on every page; `at` is in ms since the epoch. */
export const deviceVariable = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.string(),
  hue: z.number().int().min(1).max(8),
  /** Digits after the point to show; null = as many as the value needs, at most 3. */
  decimals: z.number().int().min(0).max(9).nullable(),
  /** What its chart shows at least; null: what the values need. */
  range: z.object({ min: z.number(), max: z.number() }).nullable(),
  value: telemetryValue.nullable(),
  at: z.number().nullable(),
  /** Usual time between two values, ms; a value older than three of these is stale. Null until known. */
  intervalMs: z.number().nullable(),
});
export type DeviceVariable = z.infer<typeof deviceVariable>;

/** `PUT /api/device/:espid/variables/:key`: how a variable is shown; null: by the catalogue of usual variables. */
export const variableSettings = z.object({
  label: line(40).min(1, 'Type a name.').nullable(),
  unit: line(12).nullable(),
  hue: z.number().int().min(1).max(8).nullable(),
  decimals: z.number().int().min(0).max(9).nullable(),
  range: variableRange.nullable(),
});
export type VariableSettings = z.infer<typeof variableSettings>;

/** What its owner set, and `usual`: how it looks where nothing is set. */
export const variableSetUp = z.object({
  key: z.string(),
  settings: z.object({ ...variableSettings.shape, range: deviceVariable.shape.range }),
  usual: deviceVariable.pick({ label: true, unit: true, hue: true }),
  calibration,
  kept: variableRetention,
});
export type VariableSetUp = z.infer<typeof variableSetUp>;
/** `GET /api/device/:espid/variables`: in the order in which they first came. */
export const variableSetUpList = z.object({ variables: z.array(variableSetUp) });

/** The drawing next to a device's name. */
export const deviceIcon = z.enum([
  'plant',
  'drop',
  'thermometer',
  'bolt',
  'sun',
  'wind',
  'fan',
  'bulb',
  'pump',
  'tank',
  'home',
  'door',
  'fish',
  'gauge',
]);
export type DeviceIcon = z.infer<typeof deviceIcon>;

/** A free word by which devices are found together. */
export const deviceTag = line(24).min(1, 'Type a word.');
/** A device has at most so many tags. */
export const maxTags = 10;
/** Notes on a device have at most so many characters. */
export const maxNotes = 2_000;

export const boardFamily = z.enum(['esp8266', 'esp32', 'esp32-s2', 'esp32-s3', 'esp32-c3', 'other']);
export type BoardFamily = z.infer<typeof boardFamily>;
/** What the owner can set for a board whose id does not name its chip. */
export const chosenFamily = boardFamily.exclude(['esp8266']);

/** Degrees, north and east positive. */
export const deviceLocation = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});
export type DeviceLocation = z.infer<typeof deviceLocation>;

/** All instants are ms since the epoch. */
export const device = z.object({
  espid,
  name: z.string(),
  order: z.number().int(),
  online: z.boolean(),
  /** Since when the board has been online or offline; null when it was never seen. */
  onlineChangedAt: z.number().nullable(),
  lastSeenAt: z.number().nullable(),
  /** True for a board that waits to be accepted; it stands behind all others and has no variables. */
  pending: z.boolean(),
  /** True when the board proved ownership with the account's connection key. */
  verified: z.boolean(),
  /** True while the account's plan has no room for it: it may connect, but nothing of it is stored. */
  paused: z.boolean(),
  virtual: z.boolean(),
  /** When a virtual board stops by itself. */
  virtualUntil: z.number().nullable(),
  family: boardFamily,
  firmware: z.string().nullable(),
  template: z.string().nullable(),
  rssi: z.number().nullable(),
  ip: z.string().nullable(),
  ssid: z.string().nullable(),
  /** Where it stands, for the times of the sun; null: not known. */
  location: deviceLocation.nullable(),
  /** Null: the usual drawing. */
  icon: deviceIcon.nullable(),
  /** Stands first in the side menu. */
  favourite: z.boolean(),
  tags: z.array(z.string()),
  notes: z.string(),
  /** The group of its owner that it is in; null: in none. */
  groupId: z.number().int().nullable(),
  /** Its own time zone; null: that of its owner's account. */
  timeZone: z.string().nullable(),
  variables: z.array(deviceVariable),
});
export type Device = z.infer<typeof device>;
export const deviceList = z.array(device);

const { variables: _, ...shapeOfRow } = device.shape;
const { value, at, intervalMs, ...shapeOfLayout } = deviceVariable.shape;
type Columns = { readonly [Name in keyof typeof shapeOfRow]: z.ZodArray<(typeof shapeOfRow)[Name]> };
const columns = Object.fromEntries(
  Object.entries(shapeOfRow).map(([name, entry]) => [name, z.array(entry)]),
) as Columns;

/**
 * Devices by column, without a name in front of each value; `packed-devices.ts` writes and reads them. A column with one entry stands for
 * all rows. `layout` is, for each device, the place in `layouts` of what describes its variables; `value`, `at` and `intervalMs` have those
 * of all variables, device by device.
 */
export const packedDevices = z.object({
  rows: z.number().int(),
  columns: z.object(columns),
  layouts: z.array(z.array(z.object(shapeOfLayout))),
  layout: z.array(z.number().int()),
  value: z.array(value),
  at: z.array(at),
  intervalMs: z.array(intervalMs),
});
export type PackedDevices = z.infer<typeof packedDevices>;

/** `GET /api/device-list`: without a limit all devices are listed. */
export const deviceListQuery = z.object({ limit: z.coerce.number().int().min(1).max(200).optional() });
/** `total` and `online` count the account's devices, whatever the limit; boards that wait are in neither. */
export const packedDeviceList = z.object({ total: z.number().int(), online: z.number().int(), devices: packedDevices });

/** An account has at most so many devices, whatever its plan. */
export const maxDevices = 10_000;

export const updateOrderRequest = z.object({ devices: z.array(z.looseObject({ espid })).max(maxDevices) });
export const updateOrderResponse = z.object({ devices: z.array(z.object({ espid, order: z.number().int() })) });

/** What is left out stays as it is. */
export const devicePatch = z.object({
  name: deviceName.optional(),
  location: deviceLocation.nullable().optional(),
  icon: deviceIcon.nullable().optional(),
  favourite: z.boolean().optional(),
  tags: z.array(deviceTag).max(maxTags, `At most ${maxTags} tags.`).optional(),
  notes: lines(maxNotes).optional(),
  /** Null: the account's. */
  timeZone: timeZone.nullable().optional(),
  /** Only for boards whose id does not name their chip, such as those that call themselves `Unknown`. */
  family: chosenFamily.optional(),
});
export type DevicePatch = z.infer<typeof devicePatch>;

/**
 * What can be given to other devices: how variables are displayed, how outputs and events are set up, the tags, and, for who
 * requests it, how variables are calibrated and for how long they are stored.
 */
export const copiedPart = z.enum(['variables', 'outputs', 'events', 'tags', 'calibrations', 'retention']);
export type CopiedPart = z.infer<typeof copiedPart>;
/** `POST /api/device/:espid/copy-settings`: to devices of the same board family; what they have under the same name is overwritten, tags are replaced. */
export const copySettingsRequest = z.object({
  to: z.array(espid).min(1, 'Choose a device.').max(100),
  parts: z.array(copiedPart).min(1, 'Choose what is copied.').max(copiedPart.options.length),
});
export type CopySettingsRequest = z.infer<typeof copySettingsRequest>;
/** How many of each part every device took, and which of several could not take all of them; when the only one cannot, that is an error. */
export const copySettingsResponse = z.object({
  devices: z.array(z.object({ espid, copied: z.partialRecord(copiedPart, z.number().int()) })),
  failed: z.array(deviceFailure),
});
