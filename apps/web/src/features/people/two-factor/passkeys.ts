import { t } from '@lingui/core/macro';
/** Why this page cannot use passkeys, as a sentence for a person; undefined when it can. */
export function passkeyObstacle(): string | undefined {
  if (!isSecureContext) return t`Passkeys need an encrypted connection.`;
  if (!('PublicKeyCredential' in globalThis)) return t`This browser does not support passkeys.`;
  // https://www.w3.org/TR/webauthn-3/#relying-party-identifier: an address of numbers cannot be one.
  if (/^[\d.]+$|^\[/.test(location.hostname)) {
    return t`Passkeys need a domain name. Open this server by its name instead of its IP address.`;
  }
  return undefined;
}
