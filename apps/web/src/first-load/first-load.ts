import { languageCodes, pickLanguage } from '@cyno/contract/languages';

/** What the build writes in: the files of each page, by their number in `files` (below `/assets`). */
export interface FirstLoad {
  readonly start: string;
  /** What pages with a session request behind their own. */
  readonly frameRequests: readonly string[];
  readonly files: readonly string[];
  readonly pages: readonly {
    readonly path: string;
    readonly isOpen?: true;
    readonly files: readonly number[];
    /** As in `first-pages.ts`. */
    readonly requests?: readonly string[];
    /** The catalogues and fonts of each language. */
    readonly texts: Readonly<Record<string, readonly number[]>>;
  }[];
}

declare const firstLoad: FirstLoad;

/** Behind the first picture, and before the entry has come. */
const firstDateAfterMs = 100;
/** As the app's own calls wait. */
const longestMs = 15_000;

/** Where the server is on this host: `/`, or the path below which it is. */
const base = new URL('.', (document.currentScript as HTMLScriptElement).src).pathname;

/** What of the page is fetched is known before the first script runs; a guest needs the login page only. */
function startFetching({ start, files, pages, frameRequests }: FirstLoad): void {
  const rest = location.pathname.slice(base.length);
  const address = rest === '' ? '/device' : `/${rest}`;
  const requested = pages.find(({ path }) => patternOf(path).test(address));
  const token = read('accessToken');
  const mayEnter = requested?.isOpen || token !== null;
  const page = mayEnter ? requested : pages.find(({ path }) => path === start);
  const language = languageCodes.find((code) => code === read('language')) ?? pickLanguage(navigator.languages);
  for (const number of [...(page?.files ?? []), ...(page?.texts[language] ?? [])]) preload(files[number] ?? '');
  if (!page) return;
  const parts: Record<string, string> = { ...patternOf(page.path).exec(address)?.groups, language };
  const requests = [...(page.requests ?? []), ...(page.isOpen ? [] : frameRequests)].map(
    (each) => base + each.slice(1).replaceAll(/:(\w+)/g, (_, name) => parts[name] ?? ''),
  );
  globalThis.firstResponses = { token: token ?? undefined, byAddress: request(requests, token) };
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`, 'i');

/** Behind the files, while the line and a slow processor would wait for them. */
function request(addresses: readonly string[], token: string | null): Map<string, Promise<Response>> {
  const headers = { accept: 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) };
  return new Map(
    addresses.map((address) => {
      const response = fetch(address, { headers, signal: AbortSignal.timeout(longestMs) }).then(
        // Its body is read, so that no timeout can end it before a call takes it.
        async (begun) => new Response((await begun.text()) || null, begun),
      );
      // The call that takes it reports it.
      response.catch(() => undefined);
      return [address, response];
    }),
  );
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function preload(file: string): void {
  const link = document.createElement('link');
  link.href = `${base}assets/${file}`;
  link.crossOrigin = '';
  if (file.endsWith('.css')) {
    link.rel = 'preload';
    link.as = 'style';
  } else if (file.endsWith('.woff2')) {
    link.rel = 'preload';
    link.as = 'font';
    link.type = 'font/woff2';
  } else link.rel = 'modulepreload';
  document.head.append(link);
}

startFetching(firstLoad);
// The first date or number takes a slow phone a sixth of a second, in which it would wait for the files anyway; an idle callback comes too late.
if (read('accessToken') !== null) setTimeout(() => new Intl.DateTimeFormat(), firstDateAfterMs);
