import { createContext, use } from 'react';
import type { PageRouter, PageState } from './page-router.ts';

type Pages = { router: PageRouter; state: PageState };

export const PagesContext = createContext<Pages | null>(null);

/** The router, and the page that is shown. */
export function usePages(): Pages {
  const pages = use(PagesContext);
  if (!pages) throw new Error('There is no PageProvider around this component.');
  return pages;
}
