import { z } from 'zod';

/** Account kinds; `admin` additionally sees the Admin menu and `/api/admin/*`. */
export const member = z.enum(['user', 'admin']);
export type Member = z.infer<typeof member>;

/** An e-mail address, trimmed and folded to lower case, at most 254 characters (RFC 5321 4.5.3.1.3). */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'That e-mail address is too long.')
  .pipe(z.email('That is not an e-mail address.'));

/** A password as typed; the rule itself (`passwordProblem`) also knows the e-mail and the list of common passwords. */
export const password = z.string().min(1, 'Type a password.').max(256, 'At most 256 characters.');

export const signupRequest = z.object({ email, password, setupCode: z.string().max(64).optional() });
export type SignupRequest = z.infer<typeof signupRequest>;
export const signupResponse = z.object({ message: z.string(), confirmation: z.enum(['sent', 'not_required']) });
export type SignupResponse = z.infer<typeof signupResponse>;

export const loginRequest = z.object({ email, password });
export type LoginRequest = z.infer<typeof loginRequest>;
/** `access_token` is opaque: 256 random bits, base64url. */
export const loginResponse = z.object({ access_token: z.string(), member, email: z.string() });
export type LoginResponse = z.infer<typeof loginResponse>;

export const sessionResponse = z.object({
  email: z.string(),
  member,
  name: z.string().nullable(),
  timeZone: z.string().nullable(),
});
export type SessionResponse = z.infer<typeof sessionResponse>;

/** What a personal access token may do. */
export const tokenScope = z.enum(['read', 'control']);
export type TokenScope = z.infer<typeof tokenScope>;

export const accessTokenCreate = z.object({
  name: z.string().trim().min(1).max(64),
  scope: tokenScope,
  expiresInDays: z.number().int().min(1).max(3650).nullable(),
});
export const accessToken = z.object({
  id: z.number().int(),
  name: z.string(),
  scope: tokenScope,
  createdAt: z.number(),
  lastUsedAt: z.number().nullable(),
  expiresAt: z.number().nullable(),
});
export type AccessToken = z.infer<typeof accessToken>;
/** The answer to a creation: `token` is shown this once. */
export const accessTokenCreated = accessToken.extend({ token: z.string() });
