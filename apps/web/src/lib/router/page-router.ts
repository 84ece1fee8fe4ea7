import type { ComponentType, ReactNode } from 'react';
import {
  type UNSAFE_createBrowserHistory as createBrowserHistory,
  createPath,
  type Location,
  matchRoutes,
  NavigationType,
  type Params,
  parsePath,
  type RouteMatch,
  type To,
} from 'react-router';

/** A page of the app, or what stands around several; its texts and code may be loaded when it is opened. */
export interface PageRoute {
  /** As React Router reads it. */
  readonly path?: string;
  readonly handle?: unknown;
  readonly children?: readonly PageRoute[];
  readonly Component?: ComponentType;
  readonly element?: ReactNode;
  /** Runs each time that a page at or below this route is opened; returns the address of another page that takes its place. */
  readonly enter?: (visit: PageVisit) => string | undefined;
  /** Fetches what the route lacks, at its first visit; when that fails, the route throws the error where it would be drawn. */
  readonly load?: (visit: PageVisit) => Promise<Pick<PageRoute, 'Component' | 'element' | 'enter'>>;
}

export interface PageVisit {
  readonly url: URL;
  readonly params: Params;
}

type OwnRoute = { -readonly [Key in keyof Omit<PageRoute, 'children'>]: PageRoute[Key] } & { children?: OwnRoute[] };
export type PageMatch = RouteMatch<string, OwnRoute>;

/** What of the browser's history a router needs. */
export type PageHistory = Pick<
  ReturnType<typeof createBrowserHistory>,
  'location' | 'createHref' | 'createURL' | 'encodeLocation' | 'push' | 'replace' | 'go' | 'listen'
>;

/** The page that is open. */
export interface PageState {
  readonly location: Location;
  readonly action: NavigationType;
  readonly matches: readonly PageMatch[];
  /** The window stays where it is scrolled to. */
  readonly keepsScroll: boolean;
  /** A page that would take the place of this one, and waits for a decision. */
  readonly blocked?: { proceed(): void; reset(): void } | undefined;
}

type NavigateOptions = { replace?: boolean; state?: unknown; preventScrollReset?: boolean };
type Opening = { location: Location; action: NavigationType; keepsScroll?: boolean };
type Leaving = (from: Location, to: Location) => boolean;

export type PageRouter = ReturnType<typeof createPageRouter>;

/**
 * Opens pages: lets their routes send the visitor elsewhere, loads what they lack, and only then changes the address and what is shown.
 * React Router's own router for this is 20 KB more (docs/decisions/0066-lighter-pages.md).
 */
export function createPageRouter(pages: readonly PageRoute[], history: PageHistory) {
  const routes = ownRoutes(pages);
  const listeners = new Set<(state: PageState) => void>();
  let state: PageState = {
    location: history.location,
    action: NavigationType.Pop,
    matches: matchesOf(history.location),
    keepsScroll: false,
  };
  let opening: Opening | undefined;
  let leaving: Leaving | undefined;
  let mayLeave = false;
  /** The browser has gone to a page already that has to wait: called when it is back. */
  let whenBack: (() => void) | undefined;

  function matchesOf(location: Location): PageMatch[] {
    return matchRoutes(routes as (OwnRoute & { index?: false })[], location) ?? [];
  }

  function update(change: Partial<PageState>) {
    state = { ...state, ...change };
    for (const listener of listeners) listener(state);
  }

  async function open(next: Opening): Promise<void> {
    opening = next;
    const { location } = next;
    const matches = matchesOf(location);
    const before = redirectOf(matches, location);
    if (before !== undefined) return redirectTo(before, next);
    const late = matches.filter(({ route }) => route.load);
    const url = history.createURL(createPath(location));
    await Promise.all(matches.map(({ route, params }) => complete(route, { url, params })));
    // Another page was requested meanwhile.
    if (opening !== next) return;
    const after = redirectOf(late, location);
    if (after !== undefined) return redirectTo(after, next);
    opening = undefined;
    mayLeave = false;
    show(next, matches);
  }

  function show({ location, action, keepsScroll = false }: Opening, matches: readonly PageMatch[]) {
    if (action === NavigationType.Push) history.push(location, location.state);
    if (action === NavigationType.Replace) history.replace(location, location.state);
    update({ location, action, matches, keepsScroll, blocked: undefined });
  }

  function redirectOf(matches: readonly PageMatch[], location: Location): string | undefined {
    const url = history.createURL(createPath(location));
    for (const { route, params } of matches) {
      const target = route.enter?.({ url, params });
      if (target !== undefined) return target;
    }
    return undefined;
  }

  /** What sent the visitor on stays in no history, where “Back” would lead to it, and on again. */
  const redirectTo = (target: string, { action }: Opening): Promise<void> => {
    const isNew = action === NavigationType.Push;
    return open({
      location: locationOf(target, null),
      action: isNew ? action : NavigationType.Replace,
    });
  };

  function locationOf(to: To, userState: unknown): Location {
    const path = { pathname: '/', search: '', hash: '', ...(typeof to === 'string' ? parsePath(to) : to) };
    return { ...path, ...history.encodeLocation(path), state: userState ?? null, key: newKey(), mask: undefined };
  }

  const isHeld = (to: Location) => !mayLeave && leaving?.(state.location, to) === true;

  /** Resolves when the page stands, or when another one was requested meanwhile. */
  function navigate(to: To, options: NavigateOptions = {}): Promise<void> {
    const location = locationOf(to, options.state);
    const action = options.replace ? NavigationType.Replace : NavigationType.Push;
    const next = { location, action, keepsScroll: options.preventScrollReset ?? false };
    if (isHeld(location)) hold(() => void open(next));
    else if (!opening || !isOfLeftPage(next, { left: state.location, opened: opening.location })) return open(next);
    // After “Back” the browser's entry is that of the other page already.
    else if (opening.action !== NavigationType.Pop) show(next, matchesOf(location));
    return Promise.resolve();
  }

  function hold(continuePage: () => void) {
    const proceed = () => {
      mayLeave = true;
      update({ blocked: undefined });
      continuePage();
    };
    update({ blocked: { proceed, reset: () => update({ blocked: undefined }) } });
  }

  function followBrowser({ location, delta }: { location: Location; delta: number | null }) {
    if (whenBack) return whenBack();
    if (delta === null || !isHeld(location)) return void open({ location, action: NavigationType.Pop });
    const isBack = new Promise<void>((resolve) => {
      whenBack = () => {
        whenBack = undefined;
        resolve();
      };
    });
    history.go(-delta);
    hold(() => void isBack.then(() => history.go(delta)));
  }

  return {
    routes,
    get state() {
      return state;
    },
    /** Opens the page of the address; resolves when it stands. */
    start(): Promise<void> {
      history.listen(followBrowser);
      return open({ location: state.location, action: NavigationType.Pop });
    },
    navigate,
    /** Runs `enter` of the open page again, when who the visitor is has changed. */
    async revalidate(): Promise<void> {
      const { location } = opening ?? state;
      const target = redirectOf(matchesOf(location), location);
      if (target !== undefined) await redirectTo(target, { location, action: NavigationType.Replace });
    },
    subscribe(listener: (state: PageState) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Holds a page back that would take the place of the open one, as long as `isHeldBack` is true; returns how to end it. */
    holdBack(isHeldBack: Leaving): () => void {
      leaving = isHeldBack;
      return () => {
        if (leaving === isHeldBack) leaving = undefined;
      };
    },
    /** What React Router's links and hooks call. */
    navigator: {
      createHref: history.createHref,
      encodeLocation: history.encodeLocation,
      go: history.go,
      push: (to: To, userState?: unknown, options?: NavigateOptions) =>
        void navigate(to, { ...options, replace: false, state: userState }),
      replace: (to: To, userState?: unknown, options?: NavigateOptions) =>
        void navigate(to, { ...options, replace: true, state: userState }),
    },
  };
}

/** Whether a page writes only its own address, such as what is searched in it, while another one is being opened. */
const isOfLeftPage = ({ location, action }: Opening, { left, opened }: { left: Location; opened: Location }): boolean =>
  action === NavigationType.Replace && location.pathname === left.pathname && opened.pathname !== left.pathname;

/** Copies, because a route is completed with what it loads. */
const ownRoutes = (routes: readonly PageRoute[]): OwnRoute[] =>
  routes.map(({ children, ...route }) => ({ ...route, ...(children && { children: ownRoutes(children) }) }));

async function complete(route: OwnRoute, visit: PageVisit): Promise<void> {
  if (!route.load) return;
  try {
    Object.assign(route, await route.load(visit));
    delete route.load;
  } catch (error) {
    // The next time that it is opened it is loaded again.
    route.Component = () => {
      throw error;
    };
  }
}

const newKey = () => Math.random().toString(36).slice(2, 10);
