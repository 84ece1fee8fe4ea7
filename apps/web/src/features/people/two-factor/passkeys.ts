/** Why this page cannot use passkeys, as a sentence for a person; undefined when it can. */
export function passkeyObstacle(): string | undefined {
  if (!isSecureContext) return 'Passkeys need an encrypted connection. Open this server by its https address.';
  if (!('PublicKeyCredential' in globalThis)) return 'This browser does not know passkeys.';
  // https://www.w3.org/TR/webauthn-3/#relying-party-identifier: an address of numbers cannot be one.
  if (/^[\d.]+$|^\[/.test(location.hostname)) {
    return 'Passkeys need an address with a name. Open this server by its name instead of its number.';
  }
  return undefined;
}
