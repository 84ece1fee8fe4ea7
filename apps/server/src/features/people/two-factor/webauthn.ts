import type { PasskeyAssertion, PasskeyRegistration } from '@cyno/contract';
import type { RelyingParty } from './relying-party.ts';

/** COSE algorithms that are offered: EdDSA, ES256, RS256: https://www.iana.org/assignments/cose/cose.xhtml#algorithms */
export const algorithms = [-8, -7, -257];

/** What is known of a passkey that was just made; keys and ids are base64url. */
export interface NewCredential {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly backedUp: boolean;
}

/** What a signature has to be for. */
export interface Expected {
  readonly challenge: string;
  readonly party: RelyingParty;
}

/** The package costs a quarter of a second to load, which a server without passkeys need not spend. */
const load = () => import('@simplewebauthn/server');

/** Checks the response to a request for a new passkey; undefined when it is not what was requested. */
export async function verifyRegistration(
  response: PasskeyRegistration,
  { challenge, party }: Expected,
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await load();
  const verification = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined);
  if (!verification?.verified) return undefined;
  const { credential, credentialBackedUp } = verification.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    backedUp: credentialBackedUp,
  };
}

/** Checks a signature of a known passkey; undefined when it is not what was requested. The counter is left to the caller. */
export async function verifyAssertion(
  response: PasskeyAssertion,
  { challenge, party, publicKey }: Expected & { publicKey: string },
): Promise<{ counter: number; backedUp: boolean } | undefined> {
  const { verifyAuthenticationResponse } = await load();
  const verification = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    // The counter is compared where it is stored, so that of two uses at once only one counts.
    credential: { id: response.id, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0 },
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!verification?.verified) return undefined;
  const { newCounter, credentialBackedUp } = verification.authenticationInfo;
  return { counter: newCounter, backedUp: credentialBackedUp };
}
