import type { UseQueryResult } from '@tanstack/react-query';

/** True while something is fetched for the first time. What failed is not waited for again: what it hides fetches it again when it shows. */
export const isFirstFetch = (query: Pick<UseQueryResult, 'isLoading' | 'failureCount' | 'errorUpdateCount'>): boolean =>
  query.isLoading && query.failureCount === 0 && query.errorUpdateCount === 0;
