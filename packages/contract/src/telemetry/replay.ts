import { z } from 'zod';
import { command } from '../boards/control.ts';

const instant = z.coerce.number().int().min(0).max(8.64e15);

/** `GET /api/device/:espid/values`: what the newest values were at an instant, ms since the epoch. */
export const valuesAtQuery = z.object({ at: instant });
/** A variable that had none recently is left out. Booleans are 1 and 0, as in a history. */
export const valuesAt = z.object({
  values: z.record(z.string(), z.object({ value: z.union([z.number(), z.string()]), at: z.number() })),
});
export type ValuesAt = z.infer<typeof valuesAt>;

/** `GET /api/device/:espid/switched`: what outputs and events were, and became, within a time; `to` is exclusive. */
export const switchedQuery = z
  .object({ from: instant, to: instant })
  .refine((query) => query.from < query.to, { message: '`from` must be before `to`.', path: ['from'] });
export type SwitchedQuery = z.infer<typeof switchedQuery>;
/** The newest report of each output and event before `from`, then those within the time, oldest first, at most 5,000. */
export const switchedResponse = z.object({ before: z.array(command), commands: z.array(command) });
export type SwitchedResponse = z.infer<typeof switchedResponse>;
