import { useEffect, useLayoutEffect } from 'react';
import type { PageRouter, PageState } from './page-router.ts';

const place = 'scroll-positions';

/** Where the window was scrolled to, by the key of each entry of the browser's history. */
let positions: Record<string, number> = readPositions();

/** A new page begins at its top, or where its address points to; one that was left before is as it was. */
export function useScroll(router: PageRouter, { location, keepsScroll }: PageState): void {
  useEffect(() => {
    // The browser would scroll before the page is drawn.
    const take = () => {
      window.history.scrollRestoration = 'manual';
    };
    const leave = () => {
      positions[router.state.location.key] = window.scrollY;
      writePositions();
      window.history.scrollRestoration = 'auto';
    };
    take();
    addEventListener('pageshow', take);
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pageshow', take);
      removeEventListener('pagehide', leave);
      window.history.scrollRestoration = 'auto';
    };
  }, [router]);

  useEffect(() => {
    let { key } = router.state.location;
    return router.subscribe((next) => {
      if (next.location.key === key) return;
      positions = { ...positions, [key]: window.scrollY };
      key = next.location.key;
    });
  }, [router]);

  useLayoutEffect(() => {
    const before = positions[location.key];
    const target = location.hash && document.getElementById(decoded(location.hash.slice(1)));
    if (before !== undefined) window.scrollTo(0, before);
    else if (target) target.scrollIntoView();
    else if (!keepsScroll) window.scrollTo(0, 0);
  }, [location, keepsScroll]);
}

function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? '{}');
  } catch {
    return {};
  }
}

function writePositions() {
  try {
    sessionStorage.setItem(place, JSON.stringify(positions));
  } catch {
    // Storage is switched off: after a reload the page begins at its top.
  }
}
