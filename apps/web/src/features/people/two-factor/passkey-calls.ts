import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { call } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { startSession } from '../../../lib/api/session.ts';

/** The device or the browser refused a passkey; the message is a sentence for a person. */
class PasskeyError extends Error {}

/** A failure of a passkey, or of a call about one, as a sentence. */
export function passkeyFailure(error: unknown): string {
  return error instanceof PasskeyError ? error.message : failureText(error);
}

/** Lets the owner choose a passkey; undefined when they gave up. Throws what `passkeyFailure` reads. */
export function requestPasskey(options: PasskeyRequestOptions): Promise<PasskeyAssertion | undefined> {
  return unlessGivenUp(options.rpId, () => startAuthentication({ optionsJSON: options }));
}

/** Makes a passkey on a device of the owner; undefined when they gave up. Throws what `passkeyFailure` reads. */
export function makePasskey(options: PasskeyCreationOptions): Promise<PasskeyRegistration | undefined> {
  return unlessGivenUp(options.rp.id, () => startRegistration({ optionsJSON: options }));
}

/** Logs in with nothing but a passkey and keeps the session; false when the owner gave up. */
export async function loginWithPasskey(): Promise<boolean> {
  const { ticket, options } = await call('POST /api/auth/passkey/options');
  const response = await requestPasskey(options);
  if (!response) return false;
  const login = await call('POST /api/auth/passkey', { body: { ticket, response } });
  startSession({ accessToken: login.access_token, userId: login.email, member: login.member });
  return true;
}

/** Proves with a passkey that the owner of the session is still there; false when they gave up. */
export async function proveWithPasskey(): Promise<boolean> {
  const { ticket, options } = await call('POST /api/auth/proof/passkey-options');
  const response = await requestPasskey(options);
  if (!response) return false;
  await call('POST /api/auth/proof/passkey', { body: { ticket, response } });
  return true;
}

async function unlessGivenUp<T>(rpId: string, call: () => Promise<unknown>): Promise<T | undefined> {
  try {
    return (await call()) as T;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    // Browsers report the same when the owner closed the dialog, waited too long or has no passkey that fits.
    if (name === 'NotAllowedError' || name === 'AbortError') return undefined;
    throw new PasskeyError(sentences[name]?.(rpId) ?? t`Your device did not use the passkey. Try again.`, {
      cause: error,
    });
  }
}

/** https://www.w3.org/TR/webauthn-3/#sctn-create-request-exceptions */
const sentences: Record<string, (rpId: string) => string> = {
  InvalidStateError: () => t`This device already has a passkey for your account.`,
  SecurityError: (rpId) => t`Passkeys of this server only work at the address ${rpId}.`,
  NotSupportedError: () => t`This device cannot create a suitable passkey. Use another device.`,
  ConstraintError: () => t`Set up a fingerprint, face or PIN on this device, or use another device.`,
};
