import type { IdentityCallback, IdentityProvider } from '@cyno/contract';
import { ApiError, call, cancelDeletionPath } from '../../../lib/api/api-client.ts';
import { startSession } from '../../../lib/api/session.ts';
import { safeNextPath } from '../../../lib/browser/next-path.ts';
import { rememberChallenge } from '../two-factor/index.ts';
import { takeVisitPurpose, type VisitPurpose } from './identity-visit.ts';

/** Where the profile shows what is linked. */
export const linkedPath = '/profile#identities';

/** How a visit ended: with the page to continue to, or with the reason why not. */
export type Outcome = { to: string; linked: boolean } | { error: unknown };

/** A visit to another service that came back to this page. */
export interface Finish {
  readonly visit: VisitPurpose;
  readonly outcome: Promise<Outcome>;
  /** Brings the response to the server once more. */
  again(): Finish;
}

let current: { provider: IdentityProvider; finish: Finish } | undefined;

/** The visit that came back last in this page; undefined when somebody only opened the address. */
export function currentFinish(provider: IdentityProvider): Finish | undefined {
  return current?.provider === provider ? current.finish : undefined;
}

/** Takes the parameters that a service sent the browser back with to the server: once, however often the page is drawn. */
export function beginFinish(provider: IdentityProvider, parameters: URLSearchParams): void {
  const callback = readCallback(parameters);
  const visit = takeVisitPurpose();
  const begin = (): Finish => {
    const finish = { visit, outcome: bring(provider, callback, visit), again: begin };
    current = { provider, finish };
    return finish;
  };
  begin();
}

function readCallback(parameters: URLSearchParams): IdentityCallback {
  const read = (name: string) => parameters.get(name) ?? undefined;
  return { state: read('state') ?? '', code: read('code'), error: read('error'), iss: read('iss') };
}

async function bring(provider: IdentityProvider, callback: IdentityCallback, visit: VisitPurpose): Promise<Outcome> {
  try {
    if (visit.purpose === 'link') {
      await call('POST /api/auth/:provider/link', { params: { provider }, body: callback });
      return { to: linkedPath, linked: true };
    }
    const { access_token, email, member } = await call('POST /api/auth/:provider/finish', {
      params: { provider },
      body: callback,
    });
    startSession({ accessToken: access_token, userId: email, member });
    return { to: safeNextPath(visit.next, location.origin) ?? '/device', linked: false };
  } catch (error) {
    if (visit.purpose === 'log_in' && error instanceof ApiError) {
      if (error.twoFactor) return { to: rememberChallenge(error.twoFactor, visit.next), linked: false };
      if (error.deletion) return { to: cancelDeletionPath(error.deletion), linked: false };
    }
    return { error };
  }
}
