import { z } from 'zod';

/** What the history of a device takes, about, bytes; `yearBytes` null: it is too new for that. */
export const deviceSize = z.object({
  espid: z.string(),
  name: z.string(),
  bytes: z.number(),
  yearBytes: z.number().nullable(),
});
export type DeviceSize = z.infer<typeof deviceSize>;

/** `GET /api/stored-history`: what the history of devices takes, about, as of `countedAt` (ms since the epoch). */
export const deviceSizes = z.object({
  countedAt: z.number(),
  /** At most 50 of those that grow most, as many as could be counted in time, those that take most first. */
  devices: z.array(deviceSize),
  /** How many are not among them. */
  otherDevices: z.number().int(),
  /** Of all devices; null: not all of them were counted. */
  bytes: z.number().nullable(),
  yearBytes: z.number().nullable(),
  /** How much of what all devices store within a year is there at its end. */
  addedBytes: z.number(),
  /** How many devices are too new for a forecast. */
  newDevices: z.number().int(),
});
export type DeviceSizes = z.infer<typeof deviceSizes>;

/** `GET /api/stored-history`; null: too much is stored to count it in time. */
export const storedHistoryResponse = z.object({ sizes: deviceSizes.nullable() });

/** `GET /api/admin/stored-history`: the ten devices that take most, with the e-mail addresses of their owners. */
export const adminStoredHistoryResponse = z.object({
  sizes: deviceSizes.extend({ devices: z.array(deviceSize.extend({ owner: z.string() })) }).nullable(),
});
export type AdminDeviceSizes = NonNullable<z.infer<typeof adminStoredHistoryResponse>['sizes']>;
