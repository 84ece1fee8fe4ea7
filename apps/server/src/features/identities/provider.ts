import type { IdentityAnswer } from '@cyno/contract';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import { isSignedWithSecret } from './id-token.ts';
import { type Person, personOf } from './person.ts';
import { isUnreachable, ProviderRefused, ProviderUnreachable } from './provider-errors.ts';

/** What a service must be asked with; `signedBy` says what its ID tokens are signed with. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  readonly signedBy: 'published keys' | 'client secret';
  /** Where it sends the browser back to. */
  readonly redirectUri: () => string;
}

/** What binds the answer of the service to one visit. */
export interface VisitSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

const timeoutSeconds = 5;
const knownForMs = 60 * 60_000;
const loopback = /^(127(\.\d+){3}|localhost|\[::1\])$/;

/** One OpenID provider: authorization code with PKCE, https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth. */
export class Provider {
  readonly #settings: ProviderSettings;
  readonly #now: () => number;
  #known: { configuration: Promise<Configuration>; until: number } | undefined;

  constructor(settings: ProviderSettings, now: () => number) {
    this.#settings = settings;
    this.#now = now;
  }

  /** Where the browser has to go; throws ProviderUnreachable. */
  async visitUrl({ state, nonce, codeVerifier }: VisitSecrets): Promise<string> {
    const url = buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: this.#settings.redirectUri(),
      scope: this.#settings.scope,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /** Who came back; throws ProviderRefused when the answer cannot be believed, ProviderUnreachable. */
  async personOf(answer: IdentityAnswer, secrets: VisitSecrets): Promise<Person> {
    const configuration = await this.#configuration();
    try {
      return await this.#exchange(configuration, answer, secrets);
    } catch (cause) {
      if (isUnreachable(cause)) throw new ProviderUnreachable('The provider could not be reached', { cause });
      throw new ProviderRefused('The answer was refused', { cause });
    }
  }

  async #exchange(configuration: Configuration, answer: IdentityAnswer, secrets: VisitSecrets): Promise<Person> {
    const tokens = await authorizationCodeGrant(configuration, this.#callbackUrl(answer), {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    const { signedBy, clientSecret } = this.#settings;
    if (!claims || (signedBy === 'client secret' && !isSignedWithSecret(tokens.id_token, clientSecret))) {
      throw new TypeError('The ID token is not signed with the client secret');
    }
    if (claims.email !== undefined || !configuration.serverMetadata().userinfo_endpoint) return personOf(claims);
    // A provider may keep the address out of the ID token: OpenID Connect Core 1.0, section 5.4.
    const info = await fetchUserInfo(configuration, tokens.access_token, claims.sub);
    return personOf({ ...claims, ...info, iss: claims.iss, sub: claims.sub });
  }

  /** The address that the browser came back to, with the parameters that count. */
  #callbackUrl(answer: IdentityAnswer): URL {
    const url = new URL(this.#settings.redirectUri());
    for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
    return url;
  }

  /** What the provider says about itself; asked again after an hour, or after it did not answer. */
  async #configuration(): Promise<Configuration> {
    if (!this.#known || this.#known.until <= this.#now()) {
      this.#known = { configuration: this.#discover(), until: this.#now() + knownForMs };
    }
    const { configuration } = this.#known;
    try {
      return await configuration;
    } catch (cause) {
      if (this.#known?.configuration === configuration) this.#known = undefined;
      throw new ProviderUnreachable('The provider could not be reached', { cause });
    }
  }

  #discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret, signedBy } = this.#settings;
    const url = new URL(issuer);
    const bySecret = signedBy === 'client secret';
    const client = { client_secret: clientSecret, ...(bySecret && { id_token_signed_response_alg: 'HS256' }) };
    return discovery(url, clientId, client, undefined, {
      timeout: timeoutSeconds,
      execute: [
        ...(bySecret ? [] : [enableNonRepudiationChecks]),
        ...(loopback.test(url.hostname) ? [allowInsecureRequests] : []),
      ],
    });
  }
}
