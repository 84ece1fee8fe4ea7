/** A section of a page as the search finds it; `id` is its address. */
export interface Entry {
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  /** How its text begins; the index holds no more of it. */
  readonly excerpt: string;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Segments text, also in Thai, which puts no blanks between them. */
function tokenize(text: string): string[] {
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

/** How the index is built and queried; both sides must agree. */
export const searchOptions = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['page', 'heading', 'excerpt'],
  tokenize,
  searchOptions: {
    prefix: true,
    fuzzy: 0.15,
    boost: { page: 3, heading: 2 },
    // Who types the name of a setting wants its description, which stands in a long table.
    boostDocument: (id: string, term: string) => (term.includes('_') && id.includes('/configuration/') ? 10 : 1),
    combineWith: 'AND' as const,
  },
};

/** The file of each language's index. */
export const indexNames = { en: 'search-index.json', th: 'search-index-th.json' } as const;
