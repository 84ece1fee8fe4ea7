import { z } from 'zod';

/** `GET /api/admin/server/load`: how late the server's event loop was with what was due, over the last minute. */
export const serverLoad = z.object({
  delay: z.object({ p50Ms: z.number(), p99Ms: z.number(), maxMs: z.number() }),
  /** For how many minutes it has been so late that people notice; null: it is not, or for less than five. */
  slowForMinutes: z.number().int().nullable(),
});
export type ServerLoad = z.infer<typeof serverLoad>;
