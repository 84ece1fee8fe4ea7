import { z } from 'zod';

const link = z.url().nullable();

/** `GET /api/config`: what the web app must know before anybody is signed in. Null: not configured, so not shown. */
export const publicConfig = z.object({
  /** Null: the makers of Cyno. */
  team: z.string().nullable(),
  signup: z.enum(['open', 'invite', 'closed']),
  /** True until the first account exists: signup then needs the set-up code of the server's first start. */
  setupNeeded: z.boolean(),
  providers: z.object({ oidc: z.object({ name: z.string() }).nullable(), line: z.boolean() }),
  mailConfigured: z.boolean(),
  /** Where boards connect. `host` is that of the public address, or this machine's own in its network. */
  mqtt: z.object({
    host: z.string(),
    tlsPort: z.number(),
    /** True without a certificate of the operator: programs that check it need a copy. */
    selfSigned: z.boolean(),
    plainPort: z.number().nullable(),
  }),
  analyticsId: z.string().nullable(),
  /** A server of map pictures, with `{z}`, `{x}` and `{y}` in its address; null: maps are drawn in the page. */
  mapTiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
  /** From where dashboards may show pages and pictures; pages that are shown here load nothing from anywhere else. */
  embedOrigins: z.array(z.string()),
  links: z.object({
    projects: link,
    documentation: link,
    library: link,
    feedback: link,
    video: link,
    contact: link,
    social: link,
    chat: link,
    mail: z.string().nullable(),
  }),
  billing: z.enum(['off', 'manual', 'stripe']),
});
export type PublicConfig = z.infer<typeof publicConfig>;
