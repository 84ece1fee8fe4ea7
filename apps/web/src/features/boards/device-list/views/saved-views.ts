import type { SavedView } from '@cyno/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, noContent } from '../../../../lib/api/api-client.ts';

const viewsQuery = queryOptions({
  queryKey: ['device-views'],
  queryFn: async ({ signal }): Promise<SavedView[]> => {
    const { savedViewList } = await import('@cyno/contract');
    return (await api.get('/api/device-views', savedViewList, { signal })).views;
  },
});

/** What the account saved of its list, by name. */
export const useSavedViews = () => useQuery(viewsQuery);

/** Saves (`id` null: a new one), and deletes. */
export function useViewCalls() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries(viewsQuery);
  const save = useMutation({
    mutationFn: async ({ id, ...request }: { id: number | null; name: string; query: string }) => {
      const { savedView } = await import('@cyno/contract');
      if (id === null) return api.post('/api/device-views', request, savedView);
      return api.put(`/api/device-views/${id}`, request, savedView);
    },
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (id: number) => api.delete(`/api/device-views/${id}`, noContent),
    onSuccess,
  });
  return { save, remove };
}
