import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  notifyManager,
  QueryClient,
  type QueryClientConfig,
  type QueryKey,
} from '@tanstack/react-query';

const waiting: (() => void)[] = [];

// Responses that come together are drawn together: TanStack Query has a timer for each of them, and React draws after each.
notifyManager.setScheduler((notify) => {
  if (waiting.push(notify) > 1) return;
  setTimeout(() => {
    for (const each of waiting.splice(0)) {
      try {
        each();
      } catch (error) {
        reportError(error);
      }
    }
  });
});

/**
 * A query client whose invalidations also hold for a query that is fetched for the first time. TanStack Query reuses the fetch in flight
 * while a query has no data, and its response may be older than the change; such a query is fetched once more after it. What the browser
 * takes for no network stops nothing: the server may be on the same machine. So queries and mutations fail at once, and mutations are not
 * sent later.
 */
export class AppQueryClient extends QueryClient {
  constructor({ defaultOptions, ...config }: QueryClientConfig = {}) {
    // A gate must not open, nor a board be wiped, minutes after the press that was cancelled since.
    super({
      ...config,
      defaultOptions: {
        queries: { networkMode: 'always', refetchOnReconnect: true, ...defaultOptions?.queries },
        mutations: { networkMode: 'always', ...defaultOptions?.mutations },
      },
    });
  }

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
