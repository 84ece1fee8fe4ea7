import { languageCodes, pickLanguage } from '@cyno/contract/languages';

/** What the build writes in: the files of each page, by their number in `files` (below `/assets`). */
export interface FirstLoad {
  readonly start: string;
  readonly files: readonly string[];
  readonly pages: readonly {
    readonly path: string;
    readonly isOpen: boolean;
    readonly files: readonly number[];
    /** The catalogues and fonts of each language. */
    readonly texts: Readonly<Record<string, readonly number[]>>;
  }[];
}

declare const firstLoad: FirstLoad;

/** Where the server is on this host: `/`, or the path below which it is. */
const base = new URL('.', (document.currentScript as HTMLScriptElement).src).pathname;

/** What of the page is fetched is known before the first script runs; a guest needs the login page only. */
function startFetching({ start, files, pages }: FirstLoad): void {
  const rest = location.pathname.slice(base.length);
  const address = rest === '' ? '/device' : `/${rest}`;
  const requested = pages.find(({ path }) => patternOf(path).test(address));
  const mayEnter = requested?.isOpen || read('accessToken') !== null;
  const page = mayEnter ? requested : pages.find(({ path }) => path === start);
  const language = languageCodes.find((code) => code === read('language')) ?? pickLanguage(navigator.languages);
  for (const number of [...(page?.files ?? []), ...(page?.texts[language] ?? [])]) preload(files[number] ?? '');
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i');

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
// The first date takes a slow phone a sixth of a second, in which it would wait for the files anyway. Safari has no idle callback.
if ('requestIdleCallback' in globalThis) requestIdleCallback(() => new Intl.DateTimeFormat());
