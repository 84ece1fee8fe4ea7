import type { Scene, SceneRequest } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { scenesQuery } from '../definitions/index.ts';

type Save = { id: number | null; request: SceneRequest };

function useRefetch() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.scenes() });
}

/** Makes a scene (`id` null) or changes one. */
export function useSaveScene() {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: ({ id, request }: Save) =>
      id === null
        ? call('POST /api/scenes', { body: request })
        : call('PUT /api/scenes/:id', { params: { id }, body: request }),
    onSuccess: refetch,
  });
}

/** Runs a scene; what becomes of it comes over the live connection. */
export function useRunScene() {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: ({ id }: Pick<Scene, 'id'>) => call('POST /api/scenes/:id/run', { params: { id } }),
    onSuccess(run) {
      client.setQueryData(scenesQuery.queryKey, (known) => {
        if (!known) return known;
        // The list may have been fetched again meanwhile, and know more.
        const isNewer = ({ id, lastRun }: Scene) => id === run.sceneId && (lastRun?.id ?? 0) < run.id;
        return { ...known, scenes: known.scenes.map((scene) => (isNewer(scene) ? { ...scene, lastRun: run } : scene)) };
      });
      return client.invalidateQueries(scenesQuery);
    },
    onError: (error) =>
      toasts.add({ kind: 'error', title: t`Scene did not run`, detail: failureText(error), key: 'scene' }),
  });
}

/** Deletes a scene at once; the notice that follows restores it. */
export function useRemoveScene() {
  const refetch = useRefetch();
  const toasts = useToasts();
  const undo = async ({ id, name }: Scene) => {
    try {
      await call('POST /api/scenes/:id/restore', { params: { id } });
      toasts.add({ kind: 'success', title: t`Scene restored`, detail: name });
      await refetch();
    } catch (error) {
      toasts.add({ kind: 'error', title: t`Scene not restored`, detail: failureText(error) });
    }
  };
  return useMutation({
    mutationFn: ({ id }: Scene) => call('DELETE /api/scenes/:id', { params: { id } }),
    async onSuccess(_, scene) {
      toasts.add({
        kind: 'info',
        title: t`Scene deleted`,
        detail: scene.name,
        action: { label: t`Undo`, onPress: () => void undo(scene) },
        durationMs: 20_000,
      });
      await refetch();
    },
    onError: (error) =>
      toasts.add({ kind: 'error', title: t`Scene not deleted`, detail: failureText(error), key: 'scene' }),
  });
}
