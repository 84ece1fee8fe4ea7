import type { IdentityProvider } from '@cyno/contract';
import { call } from '../../../lib/api/api-client.ts';
import { withProof } from '../../../lib/api/proof.ts';

/** A service that people may log in through, and how it is called on this server. */
export type NamedService = { provider: IdentityProvider; name: string };

/** Why somebody goes to another service: to log in, and then on to `next`, or to link what comes back to the account. */
export type VisitPurpose = { purpose: 'log_in' | 'link'; name: string; next: string | null };

const storageKey = 'identityVisit';

/** Takes the browser to the service for a login; throws as the API does. */
export async function visitToLogin({ provider, name }: NamedService, next: string | null): Promise<void> {
  const { url } = await call('POST /api/auth/:provider/start', { params: { provider } });
  leave({ purpose: 'log_in', name, next }, url);
}

/** Takes the browser to the service to link an identity; false when the owner gave up proving to be there. Throws as the API does. */
export async function visitToLink({ provider, name }: NamedService): Promise<boolean> {
  const response = await withProof(() => call('POST /api/identities/:provider/start', { params: { provider } }));
  if (response) leave({ purpose: 'link', name, next: null }, response.url);
  return response !== undefined;
}

function leave(purpose: VisitPurpose, url: string): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(purpose));
  } catch {
    // Storage is switched off: who comes back is logged in and goes to the first page.
  }
  location.assign(url);
}

/** What the visit was for from which the browser comes back; forgotten with that. The name is empty when nothing is known of it. */
export function takeVisitPurpose(): VisitPurpose {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    sessionStorage.removeItem(storageKey);
    const { purpose, name, next } = (stored ?? {}) as Partial<Record<keyof VisitPurpose, unknown>>;
    return {
      purpose: purpose === 'link' ? purpose : 'log_in',
      name: typeof name === 'string' ? name : '',
      next: typeof next === 'string' ? next : null,
    };
  } catch {
    return { purpose: 'log_in', name: '', next: null };
  }
}
