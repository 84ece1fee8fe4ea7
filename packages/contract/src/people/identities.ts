import { z } from 'zod';

/** Another service that vouches for who somebody is: the OpenID provider of the installation, or LINE. */
export const identityProvider = z.enum(['oidc', 'line']);
export type IdentityProvider = z.infer<typeof identityProvider>;

/** `POST /api/auth/:provider/start` and `POST /api/identities/:provider/start` (needs a proof): where the browser goes now. */
export const identityVisitResponse = z.object({ url: z.url() });
export type IdentityVisitResponse = z.infer<typeof identityVisitResponse>;

/**
 * `POST /api/auth/:provider/finish` and `POST /api/auth/:provider/link`: the parameters that the service sent the browser back with, `code`
 * or `error` (RFC 6749, section 4.1.2) and `iss` (RFC 9207).
 */
export const identityCallback = z.object({
  state: z.string().min(1).max(256),
  code: z.string().min(1).max(4096).optional(),
  error: z.string().min(1).max(256).optional(),
  iss: z.string().max(2048).optional(),
});
export type IdentityCallback = z.infer<typeof identityCallback>;

/** A login of another service that is linked to the account; `email` and `name` come from that service. */
export const identity = z.object({
  id: z.number().int(),
  provider: identityProvider,
  email: z.string().nullable(),
  name: z.string().nullable(),
  /** When it was linked, ms since the epoch. */
  createdAt: z.number(),
  lastUsedAt: z.number().nullable(),
});
export type Identity = z.infer<typeof identity>;

/** `GET /api/identities`, the oldest first; `DELETE /api/identities/:id` (needs a proof) takes one away. */
export const identityList = z.array(identity);
