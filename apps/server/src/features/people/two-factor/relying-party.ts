import { isIP } from 'node:net';
import { AppError, badRequest, because } from '../../../platform/errors.ts';

/** For whom a passkey is made and who may request it: https://www.w3.org/TR/webauthn-3/#relying-party-identifier */
export interface RelyingParty {
  /** A host name. */
  readonly id: string;
  /** Such as `https://cyno.example`. */
  readonly origin: string;
}

/**
 * The relying party as the operator configured it. Without a configured address it is the one that the request was sent to; its page
 * must be of the same host. Throws a 400 when it is not, or when the address is a number, which no passkey can be made for.
 */
export function relyingPartyOf(publicUrl: string | null, request: { host: string; origin: string | undefined }) {
  const url = URL.parse(publicUrl ?? request.origin ?? '');
  if (!url || (publicUrl === null && url.host !== URL.parse(`${url.protocol}//${request.host}`)?.host)) {
    throw badRequest(
      'Passkeys are only used from the pages of this server. Its operator can set PUBLIC_URL.',
      because('passkeys_elsewhere'),
    );
  }
  if (isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0) {
    throw new AppError(
      400,
      'not_configured',
      'Passkeys need an address with a name, such as https://cyno.example.',
      because('passkeys_need_name'),
    );
  }
  return { id: url.hostname, origin: url.origin } satisfies RelyingParty;
}
