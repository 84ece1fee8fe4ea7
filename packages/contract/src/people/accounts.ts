import { z } from 'zod';
import { languageCodes } from '../languages.ts';
import { line } from '../text.ts';
import { isTimeZone } from '../time-zone.ts';

/** Account kinds; `admin` additionally sees the Admin menu and `/api/admin/*`. */
export const member = z.enum(['user', 'admin']);
export type Member = z.infer<typeof member>;

/**
 * An e-mail address, trimmed and folded to lower case, at most 254 characters (RFC 5321 4.5.3.1.3). Only ASCII is folded: the Kelvin
 * sign becomes a `k`, and with it the address of one person that of another.
 */
export const email = z
  .string()
  .trim()
  .regex(/^\p{ASCII}*$/u, 'That is not an e-mail address.')
  .toLowerCase()
  .max(254, 'That e-mail address is too long.')
  .pipe(z.email('That is not an e-mail address.'));

/** A password as typed; the rule itself (`passwordProblem`) also knows the e-mail and the list of common passwords. */
export const password = z.string().min(1, 'Type a password.').max(256, 'At most 256 characters.');

export const signupRequest = z.object({
  email,
  password,
  setupCode: z.string().max(64).optional(),
  /** Where signup is by invitation; a wrong, used or expired one gets 403 `wrong_invitation`. */
  invitationCode: z.string().max(64).optional(),
  /** What the pages were read in: that of the account and its mails from now on. */
  language: z.enum(languageCodes).optional(),
});
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

/** A response with only a message. */
export const messageResponse = z.object({ message: z.string() });
export type MessageResponse = z.infer<typeof messageResponse>;

/** The token of a link that was sent by mail. */
const linkToken = z.string().min(1).max(256);
export const confirmRequest = z.object({ token: linkToken });
export const resendConfirmationRequest = z.object({ email });
export const passwordResetRequest = z.object({ email });
/** Ways into an account besides its password; a new password by link takes them away unless its owner keeps them. */
const retainedCredentials = z.object({
  accessTokens: z.boolean().default(false),
  passkeys: z.boolean().default(false),
  /** Logins through other services that are linked. */
  identities: z.boolean().default(false),
  /** Chats and browsers that get notifications: devices can be controlled from them. */
  contacts: z.boolean().default(false),
});
export type RetainedCredentials = z.output<typeof retainedCredentials>;
/** `POST /api/auth/reset`; sessions end in any case, and two-step login stays. */
export const passwordReset = z.object({ token: linkToken, password, keep: retainedCredentials.prefault({}) });
/** `POST /api/auth/reset-link`: whose link it is, and how many ways in the account has; the link stays good. */
export const resetLinkRequest = z.object({ token: linkToken });
export const resetLinkResponse = z.object({
  email: z.string(),
  accessTokens: z.number().int(),
  passkeys: z.number().int(),
  identities: z.number().int(),
  contacts: z.number().int(),
});
export type ResetLinkResponse = z.infer<typeof resetLinkResponse>;

/** How dates are written, the first is the default; years have four digits, and `be` counts them in the Buddhist era. */
export const dateFormat = z.enum(['mm/dd/yy', 'dd/mm/yy', 'dd/mm/be', 'yyyy-mm-dd']);
export type DateFormat = z.infer<typeof dateFormat>;

/** An IANA time zone that this runtime knows, such as `Asia/Bangkok`. */
export const timeZone = z.string().max(64).refine(isTimeZone, 'That is not a time zone, such as Asia/Bangkok.');

/** What a personal access token may do: `read` only reads (GET), `control` does what a session does with devices. */
export const tokenScope = z.enum(['read', 'control']);
export type TokenScope = z.infer<typeof tokenScope>;

export const accessTokenCreate = z.object({
  name: line(64).min(1, 'Type a name.'),
  scope: tokenScope,
  /** Null: never. */
  expiresInDays: z.number().int().min(1).max(3650).nullable(),
});
export type AccessTokenCreate = z.infer<typeof accessTokenCreate>;
export const accessToken = z.object({
  id: z.number().int(),
  name: z.string(),
  scope: tokenScope,
  createdAt: z.number(),
  lastUsedAt: z.number().nullable(),
  expiresAt: z.number().nullable(),
});
export type AccessToken = z.infer<typeof accessToken>;
export const accessTokenList = z.array(accessToken);
/** The response to a creation: `token` is shown this once. */
export const accessTokenCreated = accessToken.extend({ token: z.string() });
export type AccessTokenCreated = z.infer<typeof accessTokenCreated>;
