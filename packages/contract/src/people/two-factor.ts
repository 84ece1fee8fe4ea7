import { z } from 'zod';
import { line } from '../text.ts';

/** How an account can prove for the second time that it is itself. */
export const twoFactorMethod = z.enum(['totp', 'recovery_code', 'passkey']);
export type TwoFactorMethod = z.infer<typeof twoFactorMethod>;

/** What anyone who typed the right password gets instead of a session: a ticket to send with the second proof, good for five minutes. */
export const twoFactorChallenge = z.object({ ticket: z.string(), methods: z.array(twoFactorMethod) });
export type TwoFactorChallenge = z.infer<typeof twoFactorChallenge>;

/** Binary fields of WebAuthn are base64url; the bounds are far above what authenticators send. */
const binary = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[\w-]+$/);
const ticket = z.string().min(1).max(128);
const credentialId = binary(1400);
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };

/** What an authenticator returns to a request for a passkey: https://www.w3.org/TR/webauthn-3/#dictdef-authenticationresponsejson */
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary(4096),
    authenticatorData: binary(4096),
    signature: binary(8192),
    /** Empty when the authenticator does not know it. */
    userHandle: z
      .string()
      .max(128)
      .regex(/^[\w-]*$/)
      .optional(),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** What an authenticator returns when it made a passkey: https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson */
export const passkeyRegistration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary(4096),
    attestationObject: binary(65_536),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});
export type PasskeyRegistration = z.infer<typeof passkeyRegistration>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

/** The options of a request to an authenticator: https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialrequestoptionsjson */
export const passkeyRequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptor).optional(),
});
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptions>;

/** What passkey to make: https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialcreationoptionsjson */
export const passkeyCreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreationOptions = z.infer<typeof passkeyCreationOptions>;

/** Six digits; people also type them as the app shows them, in two groups. */
export const totpCode = z
  .string()
  .trim()
  .regex(/^\d{3} ?\d{3}$/, 'Type the six digits of the code.');

/**
 * `POST /api/auth/second-step` returns a session. Each code works once; after five wrong ones the ticket ends (`ticket_expired`), after
 * ten within 15 minutes the account refuses further ones for that long (`rate_limited`).
 */
export const twoFactorRequest = z.union([
  z.object({ ticket, code: totpCode }),
  z.object({ ticket, recoveryCode: z.string().trim().min(1, 'Type a recovery code.').max(64) }),
  z.object({ ticket, passkey: passkeyAssertion }),
]);
export type TwoFactorRequest = z.infer<typeof twoFactorRequest>;

/** `POST /api/auth/second-step/passkey-options`: the options for the authenticator, as two-factor step of this ticket. */
export const twoFactorPasskeyRequest = z.object({ ticket });
export const twoFactorPasskeyOptions = z.object({ options: passkeyRequestOptions });
export type TwoFactorPasskeyOptions = z.infer<typeof twoFactorPasskeyOptions>;

/** `POST /api/auth/passkey/options` (instead of a password) and `POST /api/auth/proof/passkey-options` (instead of typing it again). */
export const passkeyChallenge = z.object({ ticket: z.string(), options: passkeyRequestOptions });
export type PasskeyChallenge = z.infer<typeof passkeyChallenge>;
/** `POST /api/auth/passkey` returns a session, `POST /api/auth/proof/passkey` notes the proof; a ticket is good for one try. */
export const passkeyLogin = z.object({ ticket, response: passkeyAssertion });
export type PasskeyLogin = z.infer<typeof passkeyLogin>;

/** A passkey of the account; `backedUp` means that a password manager keeps it, rather than one device. */
export const passkey = z.object({
  id: z.number().int(),
  name: z.string(),
  backedUp: z.boolean(),
  createdAt: z.number(),
  lastUsedAt: z.number().nullable(),
});
export type Passkey = z.infer<typeof passkey>;

/** `GET /api/second-step`; `totp` is null while two-step login is off. Instants in ms since the epoch. */
export const twoFactorState = z.object({
  totp: z.object({ since: z.number() }).nullable(),
  recoveryCodesLeft: z.number().int(),
  passkeys: z.array(passkey),
});
export type TwoFactorState = z.infer<typeof twoFactorState>;

/**
 * `POST /api/second-step/totp` (needs a proof): a new secret in Base32, and as address of the kind that authenticator apps scan:
 * https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
export const totpSetup = z.object({ secret: z.string(), uri: z.string() });
export type TotpSetup = z.infer<typeof totpSetup>;
/**
 * `POST /api/second-step/totp/confirm` (needs a proof): the first code of the app turns two-step login on. With `secret` it is refused
 * (`conflict`) when the set-up has been started again since that secret was given out.
 */
export const totpConfirmRequest = z.object({ code: totpCode, secret: z.string().max(64).optional() });
export type TotpConfirmRequest = z.infer<typeof totpConfirmRequest>;
/** Also the response of `POST /api/second-step/recovery-codes`; shown this once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

const passkeyName = line(64).min(1, 'Type a name.');
/** `POST /api/second-step/passkeys/options` (needs a proof). */
export const passkeyCreation = z.object({ ticket: z.string(), options: passkeyCreationOptions });
export type PasskeyCreation = z.infer<typeof passkeyCreation>;
/** `POST /api/second-step/passkeys` (needs a proof). */
export const passkeyCreate = z.object({ ticket, response: passkeyRegistration, name: passkeyName });
export type PasskeyCreate = z.infer<typeof passkeyCreate>;
/** `PATCH /api/second-step/passkeys/:id`; `DELETE` (needs a proof) refuses to remove the last way into the account with `conflict`. */
export const passkeyPatch = z.object({ name: passkeyName });
