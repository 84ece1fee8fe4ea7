import { createPath, type Location, type To } from 'react-router';
import type { PageHistory } from './page-router.ts';

/** The browser's history as if the server were at the root of its host: `basePath`, such as `/cyno`, is in its addresses only. */
export function historyBelow(basePath: string, history: PageHistory): PageHistory {
  if (basePath === '') return history;
  const below = (to: To) => basePath + (typeof to === 'string' ? to : createPath({ pathname: '/', ...to }));
  const within = (location: Location): Location => ({ ...location, pathname: pathWithin(location.pathname, basePath) });
  return {
    get location() {
      return within(history.location);
    },
    createHref: (to) => history.createHref(below(to)),
    createURL: history.createURL,
    encodeLocation: history.encodeLocation,
    push: (to, state) => history.push(below(to), state),
    replace: (to, state) => history.replace(below(to), state),
    go: history.go,
    listen: (listener) => history.listen((update) => listener({ ...update, location: within(update.location) })),
  };
}

function pathWithin(pathname: string, basePath: string): string {
  if (pathname !== basePath && !pathname.startsWith(`${basePath}/`)) return pathname;
  return pathname.slice(basePath.length) || '/';
}
