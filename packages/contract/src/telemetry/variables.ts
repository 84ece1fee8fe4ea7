import { z } from 'zod';

/** Far beyond any instrument, and far within what a number can hold. */
const size = 1e15;
const smallest = 1e-15;

/** `PUT /api/device/:espid/variables/:key/calibration`: from now on a value is what the board sent × scale + offset. */
export const calibration = z.object({
  offset: z.number().min(-size).max(size),
  scale: z
    .number()
    .min(-size)
    .max(size)
    .refine((scale) => Math.abs(scale) >= smallest, { error: 'The scale must not be 0.' }),
});
export type Calibration = z.infer<typeof calibration>;

/** How a variable was calibrated from an instant on, ms since the epoch. */
export const calibrationChange = z.object({
  key: z.string(),
  since: z.number(),
  offset: z.number(),
  scale: z.number(),
});
export type CalibrationChange = z.infer<typeof calibrationChange>;

/** `GET /api/device/:espid/calibrations`: of each variable in the order of time. */
export const calibrationList = z.object({ changes: z.array(calibrationChange) });
export type CalibrationList = z.infer<typeof calibrationList>;

/** What a plan keeps for ever a variable may keep for a century. */
export const maxRetentionDays = 36_500;

/** For how many days values are stored (null: as the plan), the most that the plan allows, and from when on older ones may be removed. */
export const variableRetention = z.object({
  days: z.number().int().nullable(),
  /** Null: for ever. */
  most: z.number().int().nullable(),
  /** Ms since the epoch; null where `days` is. */
  removesFrom: z.number().nullable(),
});
export type VariableRetention = z.infer<typeof variableRetention>;

/** `PUT /api/device/:espid/variables/:key/retention`; null: as the plan. */
export const retentionRequest = z.object({ days: z.number().int().min(1).max(maxRetentionDays).nullable() });
export type RetentionRequest = z.infer<typeof retentionRequest>;

/** `GET /api/device/:espid/variables/:key/retention?days=`: what would be hidden at once and removed a day later. */
export const removalQuery = z.object({ days: z.coerce.number().int().min(1).max(maxRetentionDays) });
/** How many values, and about when the oldest of them was measured, ms since the epoch. */
export const removalPreview = z.object({ values: z.number().int(), oldest: z.number().nullable() });
export type RemovalPreview = z.infer<typeof removalPreview>;

/**
 * `GET /api/device/:espid/variables/:key/uses`: what reads the variable and has no values without it. `device` is the name of the device
 * that it belongs to; null: to this one, or to none. `hidden` counts what the caller may not see.
 */
export const variableUses = z.object({
  uses: z.array(
    z.object({
      kind: z.enum(['formula', 'automation', 'alert', 'dashboard']),
      name: z.string(),
      device: z.string().nullable(),
    }),
  ),
  hidden: z.number().int(),
});
export type VariableUses = z.infer<typeof variableUses>;
