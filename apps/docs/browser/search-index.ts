import MiniSearch from 'minisearch';
import { type Entry, indexNames, searchOptions } from './search-options.ts';
import { language } from './texts.ts';

/** Fetches the index; the returned function finds the sections that hold all search terms, best first. */
export async function load(): Promise<(query: string) => Entry[]> {
  const response = await fetch(new URL(`./${indexNames[language]}`, import.meta.url));
  if (!response.ok) throw new Error(`The search index answered ${response.status}.`);
  const index = MiniSearch.loadJSON<Entry>(await response.text(), searchOptions);
  return (query) => index.search(query) as unknown as Entry[];
}
