import { z } from 'zod';

/** How this server is reached with encryption, and what a device of a home network has to trust for it. */
export const homeTrust = z.object({
  /** The root of the server's own authority; null: there is none. */
  root: z.object({ name: z.string(), /** SHA-256. */ fingerprint: z.string(), endsAt: z.number() }).nullable(),
  /** Such as `https://cyno.local`, the best first; empty: HTTPS is not set up. */
  addresses: z.array(z.string()),
});
export type HomeTrust = z.infer<typeof homeTrust>;
