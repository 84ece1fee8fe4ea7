import type { AccountDashboard, Dashboard } from '@cyno/contract';
import { hashKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { useUnsavedChanges } from '../../../../lib/browser/unsaved-changes.ts';
import { fetchDashboard, refetchDashboard, useSaveDashboard } from '../dashboard-query.ts';
import type { DashboardRef } from '../dashboard-ref.ts';
import { followsOf, toDashboardFollows } from '../follow.ts';
import type { Draft } from './edit-history.ts';

type SaveDeps = {
  reference: DashboardRef;
  /** With what the editing began. */
  start: Draft;
  draft: Draft;
  /** What the server has now. */
  present: Dashboard | null;
  /** The draft is saved, and nothing was edited meanwhile. */
  onSaved: () => void;
};

/** Saving of an edited dashboard, and what to do when somebody else saved another one meanwhile. */
export type SaveDraft = {
  /** The draft holds something that is not saved yet. */
  isChanged: boolean;
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

/** Saves a draft on top of the version with which the editing began, or that was saved since. */
export function useSaveDraft({ reference, start, draft, present, onSaved }: SaveDeps): SaveDraft {
  const client = useQueryClient();
  const [saved, setSaved] = useState({ draft: start, version: present?.version ?? null });
  /** What was sent since then, newest last: the server may have any of it whose response was lost. */
  const [sent, setSent] = useState<readonly Draft[]>([]);
  const draftNow = useRef(draft);
  useEffect(() => {
    draftNow.current = draft;
  }, [draft]);
  const save = useSaveDashboard(reference);
  const theirs = useMutation({ mutationFn: () => fetchDashboard(client, reference).catch(() => present) });
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved.draft);
  useUnsavedChanges(isChanged && !save.isSuccess);
  const isConflict = save.error instanceof ApiError && save.error.status === 409;
  const isLost = save.error instanceof ApiError && save.error.isTemporary;
  const send = (basedOn: number | null) => {
    setSent((before) => [...before, draft]);
    save.mutate(
      { ...draft, name: draft.name.trim(), basedOn },
      { onError: () => void refetchDashboard(client, reference) },
    );
  };
  const noteSaved = (own: Draft, version: number) => {
    setSaved({ draft: own, version });
    setSent([]);
    save.reset();
  };
  const settle = useEffectEvent((version: number) => {
    const newest = sent.at(-1);
    if (!newest || newest === draft) return onSaved();
    // The dashboard was edited further while this was on its way.
    noteSaved(newest, version);
  });
  const { data } = save;
  useEffect(() => {
    if (data) settle(data.version);
  }, [data]);
  /** Which of what was sent a newer version of the server is. */
  const ownOf = (now: Dashboard | null) =>
    now && now.version !== saved.version ? sent.findLast((one) => isSame(now, one)) : undefined;
  const sendAgain = (now: Dashboard | null) => {
    const own = ownOf(now);
    if (!own || !now) return send(saved.version);
    // The server has it, only its response was lost.
    if (own === draftNow.current) return onSaved();
    noteSaved(own, now.version);
    // What was edited while the server responded is for the next press.
    if (own !== draft) send(now.version);
  };
  return {
    isChanged,
    isSaving: theirs.isPending || save.isPending,
    isBehind: (present?.version ?? null) !== saved.version && !ownOf(present) && !save.isPending && !save.isSuccess,
    isConflict,
    refusal: save.error && !isConflict ? sentence(save.error) : null,
    save: () => (isLost ? theirs.mutate(undefined, { onSuccess: sendAgain }) : send(saved.version)),
    // Who discards or continues editing meanwhile does not save.
    saveOver: () => theirs.mutate(undefined, { onSuccess: (now) => send(now?.version ?? null) }),
    proceed() {
      theirs.reset();
      save.reset();
    },
  };
}

const isOfAccount = (dashboard: Dashboard): dashboard is AccountDashboard => 'espids' in dashboard;

/** True when the server has what was sent. */
function isSame(now: Dashboard, { name, widgets, espids, follows }: Draft): boolean {
  const devices = isOfAccount(now) ? [now.espids, toDashboardFollows(followsOf(now.follows))] : [];
  const wanted = isOfAccount(now) ? [espids, toDashboardFollows(follows)] : [];
  // A database may return the fields of an object in another order.
  return hashKey([now.name, now.widgets, devices]) === hashKey([name.trim(), widgets, wanted]);
}

function sentence(error: Error): string {
  const [field] = error instanceof ApiError ? Object.values(error.fields) : [];
  return field ? `${failureText(error)} ${field}` : failureText(error);
}
