import type { BlueprintValue, ExportBlueprintRequest } from '@cyno/contract';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';

/** The blueprints that come with the product. */
export const builtInQuery = queryOptions({
  queryKey: queryKeys.blueprints(),
  queryFn: ({ signal }) => call('GET /api/blueprints', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Checks the text of a blueprint. */
export const useReadBlueprint = () =>
  useMutation({ mutationFn: (text: string) => call('POST /api/blueprints/read', { body: { text } }) });

/** What a blueprint becomes with these values. */
export const filledQuery = (text: string, values: readonly BlueprintValue[]) =>
  queryOptions({
    queryKey: queryKeys.filledBlueprint(text, values),
    queryFn: ({ signal }) => call('POST /api/blueprints/fill', { body: { text, values }, signal }),
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
    // A save waits for it, and must not be sent when the network is back.
    networkMode: 'always',
    refetchOnReconnect: true,
  });

/** An automation of a device, or a scene. */
export type ExportSource = { kind: 'automation'; espid: string; id: number } | { kind: 'scene'; id: number };

/** The blueprint of an automation or a scene. */
export const exportQuery = (source: ExportSource, body: ExportBlueprintRequest) =>
  queryOptions({
    queryKey: queryKeys.exportedBlueprint(source, body),
    queryFn: ({ signal }) =>
      source.kind === 'automation'
        ? call('POST /api/device/:espid/automations/:id/blueprint', {
            params: { espid: source.espid, id: source.id },
            body,
            signal,
          })
        : call('POST /api/scenes/:id/blueprint', { params: { id: source.id }, body, signal }),
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
