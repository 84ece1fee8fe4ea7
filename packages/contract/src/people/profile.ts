import { z } from 'zod';
import { languageCodes } from '../languages.ts';
import { line } from '../text.ts';
import { dateFormat, email, member, password, timeZone } from './accounts.ts';

/** What pages and mails are written in. */
const language = z.enum(languageCodes);

/** `timeZone`, `dateFormat` and `language` are null until chosen: the browser's zone and the defaults. Instants in ms since the epoch. */
export const profile = z.object({
  email: z.string(),
  member,
  name: z.string().nullable(),
  timeZone: z.string().nullable(),
  dateFormat: dateFormat.nullable(),
  language: language.nullable(),
  /** Its boards send the times of their measurements as `ts` in their messages; otherwise `ts` is a variable like any other. */
  boardsSendTimes: z.boolean(),
  /** False: the account is only entered through another service or a passkey. */
  hasPassword: z.boolean(),
  /** An address that waits to be confirmed before it takes the place of `email`. */
  newEmail: z.string().nullable(),
  createdAt: z.number(),
});
export type Profile = z.infer<typeof profile>;
export const profilePatch = z.object({
  name: line(64).nullable().optional(),
  timeZone: timeZone.nullable().optional(),
  dateFormat: dateFormat.nullable().optional(),
  language: language.nullable().optional(),
  boardsSendTimes: z.boolean().optional(),
});
export type ProfilePatch = z.infer<typeof profilePatch>;

/** `POST /api/auth/proof`: the owner of a session is still there; counts for ten minutes. */
export const proofRequest = z.object({ password });

/**
 * `POST /api/profile/email` (needs a proof). `confirmation` as at signup; `not_required`: the address is changed already. The same address
 * again sends another link; `DELETE /api/profile/email` (a session suffices) forgets the address that waits and its link.
 */
export const emailChangeRequest = z.object({ email });
export const emailChangeResponse = z.object({ message: z.string(), confirmation: z.enum(['sent', 'not_required']) });
/** `POST /api/profile/password` (needs a proof); ends all other sessions. */
export const passwordChangeRequest = z.object({ password });

/** What a link in a mail did: `POST /api/auth/confirm` takes the links of signups, changes of address and addresses for alerts. */
export const confirmResponse = z.object({
  message: z.string(),
  what: z.enum(['account', 'email', 'notification_address']),
  /** The address by which browsers know the account: for `email` the old one. */
  account: z.string(),
});
export type ConfirmResponse = z.infer<typeof confirmResponse>;

/** A browser that is signed in. */
export const sessionInfo = z.object({
  id: z.number().int(),
  current: z.boolean(),
  userAgent: z.string().nullable(),
  ip: z.string().nullable(),
  createdAt: z.number(),
  lastSeenAt: z.number(),
  expiresAt: z.number(),
});
export type SessionInfo = z.infer<typeof sessionInfo>;
/** `GET /api/profile/sessions`, newest first; `DELETE /api/profile/sessions/:id` ends one, `DELETE /api/profile/sessions` all others. */
export const sessionList = z.array(sessionInfo);

/** `GET|POST /api/profile/notification-addresses`, `POST …/:id/resend`, `DELETE …/:id`: where alerts go besides the account's address. */
export const notificationAddress = z.object({
  id: z.number().int(),
  email: z.string(),
  confirmed: z.boolean(),
  createdAt: z.number(),
});
export type NotificationAddress = z.infer<typeof notificationAddress>;
export const notificationAddressList = z.array(notificationAddress);
export const notificationAddressCreate = z.object({ email });

/** `GET|POST /api/profile/export` (POST needs a proof): the newest export of everything that belongs to the account, or null. */
export const dataExport = z.object({
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  percent: z.number().int().min(0).max(100),
  bytes: z.number().nullable(),
  createdAt: z.number(),
  /** When the file is removed; null while there is none. */
  expiresAt: z.number().nullable(),
});
export type DataExport = z.infer<typeof dataExport>;
export const dataExportResponse = dataExport.nullable();
/** `POST /api/profile/export/link` (needs a proof): a path that the browser may open once within a minute. */
export const dataExportLink = z.object({ path: z.string() });

/** `POST /api/profile/delete` (needs a proof): `email` is typed again so that nobody deletes an account by mistake. */
export const accountDeleteRequest = z.object({ email, password: password.optional() });
export const accountDeleteResponse = z.object({ message: z.string(), deleteAfter: z.number() });
/** `POST /api/auth/keep`: takes the deletion back, with the token of the mail or of a login (`account_closing`). */
export const cancelDeletionRequest = z.object({ token: z.string().min(1).max(256) });
