import type { DeviceFirmware, FirmwareImageList, FirmwareImagePatch, Rollout, RolloutRequest } from '@cyno/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';

/** Of other boards of a rollout the page hears nothing by itself. */
const runningRefetchMs = 2_000;

/** The account's images. */
export const imagesQuery = queryOptions({
  queryKey: queryKeys.firmwareImages(),
  queryFn: ({ signal }): Promise<FirmwareImageList> => call('GET /api/firmware/images', { signal }),
});

/** What a device runs, and its updates; the live connection notifies when to fetch it again. */
export const deviceFirmwareQuery = (espid: string) =>
  queryOptions({
    queryKey: queryKeys.firmware(espid),
    queryFn: ({ signal }): Promise<DeviceFirmware> =>
      call('GET /api/device/:espid/firmware', { params: { espid }, signal }),
  });

/** The account's rollouts that the page of the board shows, fetched again and again while one runs. */
export const rolloutsQuery = (espid: string) =>
  queryOptions({
    queryKey: queryKeys.rollouts(espid),
    queryFn: async ({ signal }): Promise<Rollout[]> =>
      (await call('GET /api/firmware/rollouts', { query: { espid }, signal })).rollouts,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? runningRefetchMs : false),
  });

/** Also a stopped rollout has boards that download or restart. */
export const isUnderWay = ({ jobs }: Pick<Rollout, 'jobs'>): boolean => jobs.some(({ state }) => openStates.has(state));

/** States of an update that is not over. */
export const openStates: ReadonlySet<string> = new Set(['waiting', 'offered', 'downloading', 'restarting']);

function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: imagesQuery.queryKey }),
      client.invalidateQueries({ queryKey: queryKeys.firmware() }),
    ]);
}

/** Starts a rollout. */
export function useStartRollout() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (request: RolloutRequest) => call('POST /api/firmware/rollouts', { body: request }),
    onSuccess: refresh,
  });
}

/** Stops a rollout. */
export function useStopRollout() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => call('POST /api/firmware/rollouts/:id/stop', { params: { id } }),
    onSuccess: refresh,
  });
}

/** Changes version and notes of an image. */
export function useChangeImage() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, ...change }: FirmwareImagePatch & { id: number }) =>
      call('PATCH /api/firmware/images/:id', { params: { id }, body: change }),
    onSuccess: refresh,
  });
}

/** Deletes an image. */
export function useDeleteImage() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/firmware/images/:id', { params: { id } }),
    onSuccess: refresh,
  });
}

/** Restarts a board, or wipes what it stores. */
export function useBoardOrder(espid: string) {
  return useMutation({
    mutationFn: (order: 'reboot' | 'reset') =>
      order === 'reset'
        ? call('POST /api/device/:espid/reset', { params: { espid }, body: { espid } })
        : call('POST /api/device/:espid/reboot', { params: { espid } }),
  });
}
