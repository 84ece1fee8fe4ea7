import type { Annotation, AnnotationContent, AnnotationList } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import type { TimeSpan } from '../../../../ui/charts/plot/series-buffer.ts';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { useLastKnown } from '../use-history.ts';

/** The notes whose deletion is under way: they stand in the list until it is done. */
const deleting = new Set<number>();

/** A note with the device that it belongs to. */
export type HistoryNote = Annotation & { espid: string };

export type NoteDraft = AnnotationContent & { espid: string; id: number | null };

/** The notes of devices that touch a span, oldest first; the live connection notifies when they are to be fetched again. */
export function useNotes(espids: readonly string[], { from, to }: TimeSpan) {
  const range = { from: Math.max(0, Math.floor(from)), to: Math.ceil(to) };
  const responses = useQueries({
    queries: espids.map((espid) =>
      queryOptions({
        queryKey: queryKeys.annotations(espid, range),
        queryFn: ({ signal }) =>
          call('GET /api/device/:espid/annotations', { params: { espid }, query: range, signal }),
        staleTime: 60_000,
        gcTime: 120_000,
      }),
    ),
  });
  const lastKnown = useLastKnown<AnnotationList>();
  const notes = espids.flatMap((espid, index): HistoryNote[] =>
    (lastKnown(espid, responses[index]?.data)?.annotations ?? []).map((note) => ({ ...note, espid })),
  );
  return {
    notes: notes
      .filter((note) => note.from < range.to && (note.to ?? note.from) >= range.from)
      .sort((a, b) => a.from - b.from || a.id - b.id),
    more: responses.some(({ data }) => data?.more),
    failed: responses.find(({ error }) => error !== null)?.error ?? null,
    retry: () => responses.forEach((result) => void result.refetch()),
  };
}

/** Saves and deletes notes; a deletion can be undone from its toast. */
export function useNoteActions() {
  const client = useQueryClient();
  const toasts = useToasts();
  const refetch = (espid: string) => client.invalidateQueries({ queryKey: queryKeys.annotations(espid) });
  const failed = (title: string) => (error: unknown) =>
    toasts.add({ kind: 'error', title, detail: failureText(error), key: 'note' });

  const restore = async ({ espid, id }: HistoryNote) => {
    await call('POST /api/device/:espid/annotations/:id/restore', { params: { espid, id } });
    await refetch(espid);
  };
  return {
    /** Throws the server's error. */
    async save({ espid, id, ...content }: NoteDraft) {
      await (id === null
        ? call('POST /api/device/:espid/annotations', { params: { espid }, body: content })
        : call('PUT /api/device/:espid/annotations/:id', { params: { espid, id }, body: content }));
      await refetch(espid);
    },
    async remove(note: HistoryNote) {
      if (deleting.has(note.id)) return;
      deleting.add(note.id);
      try {
        await call('DELETE /api/device/:espid/annotations/:id', { params: { espid: note.espid, id: note.id } });
        await refetch(note.espid);
        const undo = () => void restore(note).catch(failed(t`The note was not restored`));
        toasts.add({
          kind: 'success',
          title: t`Note deleted`,
          action: { label: t`Undo`, onPress: undo },
        });
      } catch (error) {
        failed(t`The note was not deleted`)(error);
      } finally {
        deleting.delete(note.id);
      }
    },
  };
}
