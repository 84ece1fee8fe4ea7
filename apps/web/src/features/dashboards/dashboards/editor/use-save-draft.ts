import type { Dashboard } from '@cyno/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { useUnsavedChanges } from '../../../../lib/browser/unsaved-changes.ts';
import { fetchVersion, refetchDashboard, useSaveDashboard } from '../dashboard-query.ts';
import type { DashboardRef } from '../dashboard-ref.ts';
import type { Draft } from './edit-history.ts';

type SaveDeps = {
  reference: DashboardRef;
  draft: Draft;
  isChanged: boolean;
  /** What the server has now. */
  present: Dashboard | null;
  onSaved: () => void;
};

/** Saving of an edited dashboard, and what to do when somebody else saved another one meanwhile. */
export type SaveDraft = {
  isSaving: boolean;
  /** The server has another version than the one that is edited. */
  isBehind: boolean;
  isConflict: boolean;
  /** Why it was not saved, as a sentence. */
  refusal: string | null;
  save(): void;
  /** Saves it in the place of whatever is there now. */
  saveOver(): void;
  proceed(): void;
};

/** Saves a draft on top of the version with which the editing began. */
export function useSaveDraft({ reference, draft, isChanged, present, onSaved }: SaveDeps): SaveDraft {
  const client = useQueryClient();
  const [basedOn] = useState(present?.version ?? null);
  const save = useSaveDashboard(reference);
  const theirs = useMutation({ mutationFn: () => fetchVersion(client, reference).catch(() => basedOn) });
  useUnsavedChanges(isChanged && !save.isSuccess);
  const isConflict = save.error instanceof ApiError && save.error.status === 409;
  const send = (base: number | null) =>
    save.mutate(
      { ...draft, name: draft.name.trim(), basedOn: base },
      { onSuccess: onSaved, onError: () => void refetchDashboard(client, reference) },
    );
  return {
    isSaving: theirs.isPending || save.isPending,
    isBehind: (present?.version ?? null) !== basedOn && !save.isPending && !save.isSuccess,
    isConflict,
    refusal: save.error && !isConflict ? sentence(save.error) : null,
    save: () => send(basedOn),
    // Who discards or continues editing meanwhile does not save.
    saveOver: () => theirs.mutate(undefined, { onSuccess: send }),
    proceed() {
      theirs.reset();
      save.reset();
    },
  };
}

function sentence(error: Error): string {
  const [field] = error instanceof ApiError ? Object.values(error.fields) : [];
  return field ? `${failureText(error)} ${field}` : failureText(error);
}
