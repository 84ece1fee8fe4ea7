import { z } from 'zod';

/** How a board fared in a range, ms since the epoch; `to` is exclusive. */
export const boardHealthQuery = z
  .object({ from: z.coerce.number().int().min(0).max(8.64e15), to: z.coerce.number().int().min(0).max(8.64e15) })
  .refine((query) => query.from < query.to, { message: '`from` must be before `to`.', path: ['from'] });
export type BoardHealthQuery = z.infer<typeof boardHealthQuery>;

export const boardHealth = z.object({
  /** When the board reported a start; of more than 200 the newest. Firmware before 1.0.8 does not report it. */
  starts: z.array(z.number()),
  /** How often it started in the range. */
  startCount: z.number(),
  /** How well the board heard its access point, dBm, in at most 200 parts of the range. */
  signal: z.array(z.object({ from: z.number(), to: z.number(), weakest: z.number(), strongest: z.number() })),
  /**
   * Two boards connected with this id within the last hour: the one at the first address stays, the other is held off. Null: no.
   * `addresses` is null for those who may not manage the device.
   */
  twoBoards: z.object({ at: z.number(), addresses: z.tuple([z.string(), z.string()]).nullable() }).nullable(),
});
export type BoardHealth = z.infer<typeof boardHealth>;
