import type { IdentityCallback } from '@cyno/contract';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
} from 'openid-client';
import { discover, type ProviderClient } from './discover.ts';
import { isSignedWithSecret } from './id-token.ts';
import { type Person, personOf } from './person.ts';
import { isUnknownClient, isUnreachable, ProviderRefused, ProviderUnreachable } from './provider-errors.ts';

/** What is requested of a service. */
export interface ProviderSettings extends ProviderClient {
  readonly scope: string;
  /** Where it sends the browser back to. */
  readonly redirectUri: () => string;
}

/** What binds the response of the service to one visit. */
export interface VisitSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

const knownForMs = 60 * 60_000;

/** One OpenID provider: authorization code with PKCE, https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth. */
export class Provider {
  readonly #settings: ProviderSettings;
  readonly #now: () => number;
  #known: { configurations: ReturnType<typeof discover>; until: number } | undefined;

  constructor(settings: ProviderSettings, now: () => number) {
    this.#settings = settings;
    this.#now = now;
  }

  /** Where the browser has to go; throws ProviderUnreachable. */
  async visitUrl({ state, nonce, codeVerifier }: VisitSecrets): Promise<string> {
    const [configuration] = await this.#configurations();
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: this.#settings.redirectUri(),
      scope: this.#settings.scope,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /** Who came back; throws ProviderRefused when the response cannot be believed, ProviderUnreachable. */
  async personOf(callback: IdentityCallback, secrets: VisitSecrets): Promise<Person> {
    const [first, ...others] = await this.#configurations();
    try {
      return await this.#exchange(first, callback, secrets).catch((error: unknown) => {
        const [other] = others;
        if (!other || !isUnknownClient(error)) throw error;
        return this.#exchange(other, callback, secrets);
      });
    } catch (cause) {
      if (isUnreachable(cause)) throw new ProviderUnreachable('The provider could not be reached', { cause });
      throw new ProviderRefused('The answer was refused', { cause });
    }
  }

  async #exchange(configuration: Configuration, callback: IdentityCallback, secrets: VisitSecrets): Promise<Person> {
    const tokens = await authorizationCodeGrant(configuration, this.#callbackUrl(callback), {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new TypeError('There is no ID token');
    const { kind, clientSecret } = this.#settings;
    if (kind === 'line') {
      if (!isSignedWithSecret(tokens.id_token, clientSecret)) throw new TypeError('The ID token is not signed by LINE');
      return personOf(claims);
    }
    if (claims.email !== undefined || !configuration.serverMetadata().userinfo_endpoint) return personOf(claims);
    // A provider may keep the address out of the ID token: OpenID Connect Core 1.0, section 5.4.
    const info = await fetchUserInfo(configuration, tokens.access_token, claims.sub);
    return personOf({ ...claims, ...info, iss: claims.iss, sub: claims.sub });
  }

  /** The address that the browser came back to, with the parameters that count. */
  #callbackUrl(callback: IdentityCallback): URL {
    const url = new URL(this.#settings.redirectUri());
    for (const [name, value] of Object.entries(callback)) url.searchParams.set(name, value);
    return url;
  }

  /** The provider's metadata; requested again after an hour, or after it did not respond. */
  async #configurations(): ReturnType<typeof discover> {
    if (!this.#known || this.#known.until <= this.#now()) {
      this.#known = { configurations: discover(this.#settings), until: this.#now() + knownForMs };
    }
    const known = this.#known;
    try {
      return await known.configurations;
    } catch (cause) {
      if (this.#known === known) this.#known = undefined;
      throw new ProviderUnreachable('The provider could not be reached', { cause });
    }
  }
}
