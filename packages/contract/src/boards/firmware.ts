import { z } from 'zod';
import { line, lines, rowId } from '../text.ts';
import { boardFamily, espid } from './devices.ts';

/** A stored firmware image. `family` and `flashBytes` are read from its header; sizes in bytes, instants in ms since the epoch. */
export const firmwareImage = z.object({
  id: z.number().int(),
  fileName: z.string(),
  version: z.string(),
  notes: z.string(),
  family: boardFamily,
  bytes: z.number().int(),
  /** The flash size that it was built for; null: the header does not hold it. */
  flashBytes: z.number().int().nullable(),
  md5: z.string(),
  uploadedAt: z.number(),
  /** Devices that run it, as far as updates from here show. */
  runsOn: z.number().int(),
});
export type FirmwareImage = z.infer<typeof firmwareImage>;
export const firmwareImageList = z.object({
  images: z.array(firmwareImage),
  /** Room of the account for images, in bytes. */
  usedBytes: z.number().int(),
  maxBytes: z.number().int(),
});
export type FirmwareImageList = z.infer<typeof firmwareImageList>;

/** `POST /api/firmware/images`: the image is the body, `application/octet-stream`. */
export const firmwareUploadQuery = z.object({
  fileName: line(120).min(1),
  version: line(40).default(''),
  notes: lines(2000).default(''),
});
/** `known`: the account had this very file already, and nothing was stored. */
export const firmwareUpload = z.object({ image: firmwareImage, known: z.boolean() });
export type FirmwareUpload = z.infer<typeof firmwareUpload>;
/** `PATCH /api/firmware/images/:id` */
export const firmwareImagePatch = z.object({ version: line(40), notes: lines(2000) });
export type FirmwareImagePatch = z.infer<typeof firmwareImagePatch>;

/**
 * `waiting` (its turn or the board has not come), `offered` (the board was sent the address), `downloading`, `restarting` (has
 * all of it),
 * `succeeded`, `failed`, `cancelled`.
 */
export const firmwareJobState = z.enum([
  'waiting',
  'offered',
  'downloading',
  'restarting',
  'succeeded',
  'failed',
  'cancelled',
]);
export type FirmwareJobState = z.infer<typeof firmwareJobState>;

/** What an image is called; `id` is null when it was deleted since. */
const imageName = z.object({ id: z.number().int().nullable(), fileName: z.string(), version: z.string() });
export type FirmwareImageName = z.infer<typeof imageName>;

/** The update of one board. `reason`: why it waits or failed, as a sentence. */
export const firmwareJob = z.object({
  id: z.number().int(),
  rolloutId: z.number().int(),
  espid,
  deviceName: z.string(),
  image: imageName,
  state: firmwareJobState,
  percent: z.number().int().min(0).max(100),
  createdAt: z.number(),
  startedAt: z.number().nullable(),
  finishedAt: z.number().nullable(),
  reason: z.string().nullable(),
  by: z.string(),
});
export type FirmwareJob = z.infer<typeof firmwareJob>;

/** `all`: all boards at once; `first_then_rest`: the first one, and the others when it reports success. */
export const rolloutStrategy = z.enum(['all', 'first_then_rest']);
export type RolloutStrategy = z.infer<typeof rolloutStrategy>;
/** `POST /api/firmware/rollouts` */
export const rolloutRequest = z.object({
  imageId: rowId,
  espids: z.array(espid).min(1).max(500),
  strategy: rolloutStrategy,
});
export type RolloutRequest = z.infer<typeof rolloutRequest>;
/** `stopped`: one failed, or somebody stopped it; `reason` is which. */
export const rollout = z.object({
  id: z.number().int(),
  image: imageName,
  strategy: rolloutStrategy,
  state: z.enum(['running', 'finished', 'stopped']),
  reason: z.string().nullable(),
  createdAt: z.number(),
  by: z.string(),
  jobs: z.array(firmwareJob),
});
export type Rollout = z.infer<typeof rollout>;
/**
 * `GET /api/firmware/rollouts`. With `espid`: only those that are under way, and the newest one that this device had together
 * with others.
 */
export const rolloutsQuery = z.object({ espid: espid.optional() });
/** The newest 50, newest first. */
export const rolloutList = z.object({ rollouts: z.array(rollout) });
export type RolloutList = z.infer<typeof rolloutList>;

/**
 * Boards fetch firmware from `https://cynoiot.com` only, so that name must lead here in their network. `port`: where this server
 * serves them itself; null: it does not, and a proxy must. `lastDownloadAt`: when one of the account's boards last did fetch.
 */
export const firmwareReach = z.object({ port: z.number().int().nullable(), lastDownloadAt: z.number().nullable() });
export type FirmwareReach = z.infer<typeof firmwareReach>;

/** `GET /api/device/:espid/firmware` */
export const deviceFirmware = z.object({
  /** What the board runs, as far as updates from here show. */
  current: imageName.nullable(),
  /** When the update to it succeeded; null with `current`. */
  currentSince: z.number().nullable(),
  /** The image before it, to go back to; null: there is none, or it was deleted. */
  previous: imageName.nullable(),
  /** The newest 20 updates, newest first. */
  jobs: z.array(firmwareJob),
  reach: firmwareReach,
});
export type DeviceFirmware = z.infer<typeof deviceFirmware>;

/** `POST /api/device/:espid/reset` wipes what the board stores; the body repeats its id. */
export const resetRequest = z.object({ espid });
/** Whether the message left for the board; a board does not confirm it. */
export const boardOrder = z.object({ sent: z.boolean() });
