import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * A query client whose invalidations also hold for a query that is fetched for the first time. TanStack Query reuses the fetch in flight
 * while a query has no data, and its response may be older than the change; such a query is fetched once more after it.
 */
export class AppQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = new Set(
      this.getQueryCache()
        .findAll(filters)
        .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching'),
    );
    await super.invalidateQueries(filters, options);
    if (first.size === 0) return;
    await Promise.allSettled([...first].map(({ promise }) => promise));
    await super.invalidateQueries(
      { refetchType: filters?.refetchType, predicate: (query) => first.has(query) },
      options,
    );
  }
}
