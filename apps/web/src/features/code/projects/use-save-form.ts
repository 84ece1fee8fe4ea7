import type { Project } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { changeProject, fetchProject, projectsQuery, putProject, recreateProject } from './project-queries.ts';
import { type SetupForm, setupOf } from './setup/setup-form.ts';

type SaveDeps = {
  /** What the list has of the project; null: it is new. */
  project: Project | null;
  /** It is gone from the server: the next save makes a new one. */
  isDeleted: boolean;
  isChanged: boolean;
  onSaved: (form: SetupForm) => void;
  /** Another version takes the place of the form. */
  onLoaded: (project: Project) => void;
};

type Save = {
  form: SetupForm;
  /** In the place of whatever version is there. */
  isOver: boolean;
};

/** Saving of an edited project, and what to do when another tab or browser saved it meanwhile. */
export type SaveForm = ReturnType<typeof useSaveForm>;

/** Saves a form on top of the version that it is based on: a new project the first time, that project from then on. */
export function useSaveForm({ project, isDeleted, isChanged, onSaved, onLoaded }: SaveDeps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [created, setCreated] = useState<Project>();
  // Saves are sent one after the other. Each reads this when it is sent: the one before may have created the project.
  const baseRef = useRef(project);
  const saving = useMutation({
    scope: { id: useId() },
    mutationFn: ({ form, isOver }: Save) => {
      const base = baseRef.current;
      const content = { name: form.name.trim(), setup: setupOf(form) };
      if (!base) return recreateProject(client, { ...content, espids: project?.espids ?? [] });
      return changeProject(base.id, { ...content, basedOn: isOver ? undefined : base.updatedAt });
    },
    onSuccess: (stored, { form }) => {
      baseRef.current = stored;
      putProject(client, stored);
      onSaved(form);
      if (!project || isDeleted) setCreated(stored);
      toasts.add({ kind: 'success', title: t`Project saved`, key: 'project' });
    },
    onError(error) {
      if (error instanceof ApiError && error.status === 404) void client.invalidateQueries(projectsQuery);
    },
  });
  const load = (other: Project) => {
    baseRef.current = other;
    onLoaded(other);
  };
  const loading = useMutation({
    mutationFn: fetchProject,
    onSuccess: (other) => putProject(client, other),
    onError: (error) => toasts.add({ kind: 'error', title: t`Project not loaded`, detail: failureText(error) }),
  });
  const loadNewer = useEffectEvent((present: Project) => {
    if (present.updatedAt > (baseRef.current?.updatedAt ?? 0)) load(present);
  });
  const { isPending, variables, error, reset } = saving;
  useEffect(() => {
    if (project && !isDeleted && !isChanged && !isPending) loadNewer(project);
  }, [project, isDeleted, isChanged, isPending]);
  useEffect(() => {
    if (isDeleted) {
      baseRef.current = null;
      reset();
    } else baseRef.current ??= project;
  }, [isDeleted, project, reset]);
  const proceed = () => {
    reset();
    loading.reset();
  };
  const isConflict = error instanceof ApiError && error.code === 'conflict';
  return {
    /** The project that the first save created. */
    created,
    /** The form that is on its way; null: none is. */
    sent: isPending ? variables.form : null,
    isConflict,
    /** Why it was not saved, unless it is a conflict. */
    failure: isConflict ? null : error,
    isLoading: loading.isPending,
    save: (form: SetupForm) => saving.mutate({ form, isOver: false }),
    /** Saves what was refused in the place of the other version. */
    saveOver() {
      proceed();
      if (variables) saving.mutate({ ...variables, isOver: true });
    },
    loadOther() {
      // Only as long as nobody chose otherwise meanwhile.
      const onSuccess = (other: Project) => {
        load(other);
        proceed();
      };
      if (baseRef.current) loading.mutate(baseRef.current.id, { onSuccess });
    },
    /** Leaves the choice for the next save. */
    proceed,
  };
}
