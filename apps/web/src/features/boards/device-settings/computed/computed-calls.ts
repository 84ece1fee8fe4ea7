import type { ComputedList, ComputedPreviewRequest, ComputedRequest } from '@cyno/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import { devicesQuery, sharedDevicesQuery } from '../../devices/index.ts';

const progressEveryMs = 1_000;

/** The formulas of a device; fetched again while a history is gone through. */
export const computedQuery = (espid: string) =>
  queryOptions({
    queryKey: queryKeys.computed(espid),
    queryFn: ({ signal }): Promise<ComputedList> =>
      call('GET /api/device/:espid/computed', { params: { espid }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.variables.some(({ recomputed }) => recomputed !== null) ? progressEveryMs : false,
  });

/** What a formula would have made of the last hours; null: there is none to try. */
export const computedPreviewQuery = (espid: string, request: ComputedPreviewRequest | null) =>
  queryOptions({
    queryKey: queryKeys.computedPreview(espid, request),
    queryFn: ({ signal }) =>
      request === null
        ? null
        : call('POST /api/device/:espid/computed/preview', { params: { espid }, body: request, signal }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
    gcTime: 60_000,
  });

/** Saves a formula, or deletes it (null). */
export function useSaveComputed(espid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, request }: { key: string; request: ComputedRequest | null }) =>
      request === null
        ? call('DELETE /api/device/:espid/computed/:key', { params: { espid, key } })
        : call('PUT /api/device/:espid/computed/:key', { params: { espid, key }, body: request }),
    onSuccess(list) {
      client.setQueryData(computedQuery(espid).queryKey, list);
      return Promise.all(
        [
          devicesQuery.queryKey,
          sharedDevicesQuery.queryKey,
          queryKeys.variables(espid),
          queryKeys.automation(espid),
        ].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    },
  });
}
