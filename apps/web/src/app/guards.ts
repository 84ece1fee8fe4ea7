import type { Session, SessionEnd } from '../lib/api/session.ts';
import { loginPath, safeNextPath } from '../lib/browser/next-path.ts';

/** Who may see a route. */
export type Access = 'user' | 'guest' | 'anyone';

type Visit = {
  session: Session | null;
  url: URL;
  lastEnd?: SessionEnd;
  /** True when the page was shown to somebody without a session, who has logged in on it since. */
  hasLoggedInHere?: boolean;
};

/** Where a visitor of `url` must be sent instead, or undefined when the page may be shown. */
export function redirectFor(access: Access, { session, url, lastEnd, hasLoggedInHere }: Visit): string | undefined {
  if (access === 'user' && !session) {
    // Who logged out on purpose starts afresh; everybody else comes back to the page that they requested.
    return lastEnd === 'logout' || lastEnd === 'closed' ? loginPath() : loginPath(url.pathname + url.search + url.hash);
  }
  // Anyone who opens the link of an invitation while logged in chooses who they want to be.
  if (access === 'guest' && session && isForNewAccount(url) && !hasLoggedInHere) return undefined;
  if (access === 'guest' && session) return safeNextPath(url.searchParams.get('next'), url.origin) ?? '/device';
  return undefined;
}

/** True for the links of mails that invite somebody to make an account. */
function isForNewAccount({ searchParams }: URL): boolean {
  return searchParams.has('invite') || searchParams.get('mode') === 'signup';
}

/** True for the pages that start loading the devices when they are entered (`/device…` and `/bill…`). */
export function needsDevices(pathname: string): boolean {
  return pathname.startsWith('/device') || pathname.startsWith('/bill');
}

/** What a signed-in account lacks for a page of administrators: the page to show instead. */
export function adminRedirect(session: Session | null): string | undefined {
  // Somebody who is not signed in is sent to the login page by the guard of the route above.
  return !session || session.member === 'admin' ? undefined : '/auth/access';
}
