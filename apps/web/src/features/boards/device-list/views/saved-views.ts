import type { SavedView } from '@cyno/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';

const viewsQuery = queryOptions({
  queryKey: queryKeys.deviceViews(),
  queryFn: async ({ signal }): Promise<SavedView[]> => (await call('GET /api/device-views', { signal })).views,
});

/** What the account saved of its list, by name. */
export const useSavedViews = () => useQuery(viewsQuery);

/** Saves (`id` null: a new one), and deletes. */
export function useViewCalls() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries(viewsQuery);
  const save = useMutation({
    mutationFn: async ({ id, ...request }: { id: number | null; name: string; query: string }) => {
      if (id === null) return call('POST /api/device-views', { body: request });
      return call('PUT /api/device-views/:id', { params: { id }, body: request });
    },
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (id: number) => call('DELETE /api/device-views/:id', { params: { id } }),
    onSuccess,
  });
  return { save, remove };
}
