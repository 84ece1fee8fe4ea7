import { useEffect, useEffectEvent } from 'react';
import { Outlet } from 'react-router';
import { followOtherTabs, lastSessionEnd, onSessionChange } from '../lib/api/session.ts';
import { i18n } from '../lib/language/i18n.ts';
import { useMatches, useRevalidate } from '../lib/router/page-provider.tsx';
import { NewerVersion } from './newer-version.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import type { RouteHandle } from './route-handle.ts';
import { SessionCheck } from './session/session-check.tsx';
import { useTitle } from './use-title.ts';

/** What every page has in common: the title, the session and its guards. */
export function Root() {
  useRouteTitle();
  useSessionGuards();
  return (
    <>
      <SessionCheck />
      <NewerVersion />
      <RouteAnnouncer />
      <Outlet />
    </>
  );
}

/** Of a page within another site: nothing of anyone who is logged in here. */
export function FramedRoot() {
  useRouteTitle();
  return (
    <>
      <RouteAnnouncer />
      <Outlet />
    </>
  );
}

function useRouteTitle() {
  const handle = useMatches().at(-1)?.route.handle as RouteHandle | undefined;
  useTitle(handle?.title && i18n._(handle.title));
}

/** Runs the guards again when somebody logs in or out, here or in another tab. */
function useSessionGuards() {
  const revalidate = useRevalidate();
  const change = useEffectEvent(() => void revalidate());
  useEffect(() => {
    // The response that the session has ended may have come while the first page was being loaded, after its guard.
    if (lastSessionEnd()) change();
    return onSessionChange(() => change());
  }, []);
  useEffect(followOtherTabs, []);
}
