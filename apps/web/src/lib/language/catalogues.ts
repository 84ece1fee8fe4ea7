import type { Messages } from '@lingui/core';
import { i18n } from './i18n.ts';

/** Each text has its place in its catalogue (`messages-plugin.ts`). */
const files = import.meta.glob<Messages[string][]>('../../locales/*/*.po', { import: 'messages' });
const needed = new Set<string>();
const fetched = new Map<string, Promise<void>>();
/** The language that the page has, or will have as soon as its texts are there. */
let wanted = 'en';

/** Notes that what has been loaded has texts of this catalogue; the build calls it from every such module. */
export function addCatalogue(name: string): void {
  if (needed.has(name)) return;
  needed.add(name);
  void fetchCatalogue(wanted, name);
}

/** Resolves when every text of what has been loaded, also meanwhile, is there in `language`; what cannot be fetched stays English. */
export async function fetchLanguage(language: string): Promise<void> {
  wanted = language;
  await textsReady();
}

async function textsReady(): Promise<void> {
  let count: number;
  let language: string;
  do {
    count = needed.size;
    language = wanted;
    await Promise.all([...needed].map((name) => fetchCatalogue(language, name)));
  } while (count !== needed.size || language !== wanted);
}

/** Waits for a part of the app, and for its texts in the language of the page. */
export async function withTexts<Part>(loading: Promise<Part>): Promise<Part> {
  const part = await loading;
  await textsReady();
  return part;
}

function fetchCatalogue(language: string, name: string): Promise<void> {
  const path = `../../locales/${language}/${name}.po`;
  const load = files[path];
  if (!load) return Promise.resolve();
  const started =
    fetched.get(path) ??
    load().then(
      (texts) => i18n.load(language, Object.fromEntries(texts.map((text, number) => [`${name}.${number}`, text]))),
      // The page stays usable in English; the next page tries again.
      () => void fetched.delete(path),
    );
  fetched.set(path, started);
  return started;
}
