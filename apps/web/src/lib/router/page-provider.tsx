import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { type Location, type RouteObject, Router, useRoutes } from 'react-router';
import type { PageMatch, PageRouter, PageState } from './page-router.ts';
import { PagesContext, usePages } from './pages-context.ts';
import { useScroll } from './use-scroll.ts';

/** Shows the page that is open in `router`. */
export function PageProvider({ router }: { router: PageRouter }) {
  const [state, setState] = useState(router.state);
  useLayoutEffect(() => {
    setState(router.state);
    return router.subscribe((next) => startTransition(() => setState(next)));
  }, [router]);
  useScroll(router, state);
  return (
    <PagesContext value={{ router, state }}>
      <Router location={state.location} navigationType={state.action} navigator={router.navigator}>
        <OpenPage routes={router.routes as RouteObject[]} />
      </Router>
    </PagesContext>
  );
}

function OpenPage({ routes }: { routes: RouteObject[] }) {
  return useRoutes(routes);
}

/** The routes of the page that is open, from the outermost. */
export const useMatches = (): readonly PageMatch[] => usePages().state.matches;

/** Opens a page; resolves when it stands, for what has to wait until the page before is gone. */
export const useOpenPage = (): PageRouter['navigate'] => usePages().router.navigate;

/** Runs `enter` of the open page again. */
export const useRevalidate = (): PageRouter['revalidate'] => usePages().router.revalidate;

/** A page that waits to take the place of this one, as long as `isHeldBack` is true; undefined when none does. */
export function useHeldPage(isHeldBack: (from: Location, to: Location) => boolean): PageState['blocked'] {
  const { router, state } = usePages();
  const check = useEffectEvent(isHeldBack);
  useEffect(() => router.holdBack((from, to) => check(from, to)), [router]);
  return state.blocked;
}
