import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Outlet, ScrollRestoration, useMatches, useRevalidator } from 'react-router';
import { followOtherTabs, getSession, onSessionChange } from '../lib/session.ts';
import type { RouteHandle } from './router.tsx';
import { SessionCheck } from './session-check.tsx';
import { useTitle } from './use-title.ts';

/** What every page has in common: the title, the session and its guards, the scroll position. */
export function Root() {
  useRouteTitle();
  useSessionGuards();
  return (
    <>
      <SessionCheck />
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

function useRouteTitle() {
  const matches = useMatches();
  const handle = matches.at(-1)?.handle as RouteHandle | undefined;
  useTitle(handle?.title);
}

/** Runs the guards again when somebody logs in or out, here or in another tab, and forgets the data of the account before. */
function useSessionGuards() {
  const queryClient = useQueryClient();
  const { revalidate } = useRevalidator();
  const tokenRef = useRef(getSession()?.accessToken);
  const change = useEffectEvent(() => {
    const token = getSession()?.accessToken;
    if (token !== tokenRef.current)
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' });
    tokenRef.current = token;
    void revalidate();
  });
  useEffect(() => onSessionChange(() => change()), []);
  useEffect(followOtherTabs, []);
}
