import type { Project, SketchCatalog } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { useSaveProject } from './project-queries.ts';
import { checkSetup } from './setup/check-setup.ts';
import { type OwnForm, type SetupForm, setupOf } from './setup/setup-form.ts';

type Start = { catalog: SketchCatalog; start: SetupForm; project: Project | null };

/** A project that is being edited: what is typed, what is wrong with it, and saving it. */
export type Editing = ReturnType<typeof useProjectForm>;

/** What saving would keep of a form, to compare. */
const substance = (form: SetupForm): string => JSON.stringify([form.name.trim(), setupOf(form)]);

export function useProjectForm({ catalog, start, project }: Start) {
  const [form, setForm] = useState(start);
  const [saved, setSaved] = useState(start);
  const [created, setCreated] = useState<number>();
  const [wasTried, setPendingRows] = useState(false);
  const toasts = useToasts();
  const navigate = useNavigate();
  const saving = useSaveProject(useQueryClient());
  const problems = useMemo(() => checkSetup(form, catalog), [form, catalog]);
  const isChanged = substance(form) !== substance(saved);
  useUnsavedChanges(isChanged);
  // The page of the new project takes this one's place only when nothing is unsaved any more.
  useEffect(() => {
    if (created !== undefined && !isChanged) void navigate(`/code/${created}`, { replace: true });
  }, [created, isChanged, navigate]);
  const nameProblem = form.name.trim() === '' ? t`Enter a name, then save.` : null;

  const save = () => {
    setPendingRows(true);
    if (nameProblem || Object.keys(problems).length > 0) return;
    const request = { name: form.name.trim(), setup: setupOf(form), espids: project?.espids ?? [] };
    saving.mutate(project ? { ...request, id: project.id } : request, {
      onSuccess: ({ id }) => {
        setSaved(form);
        toasts.add({ kind: 'success', title: t`Project saved`, key: 'project' });
        if (!project) setCreated(id);
      },
    });
  };
  return {
    catalog,
    form,
    board: catalog.boards.find(({ id }) => id === form.board),
    kit: form.type === 'kit' ? catalog.kits.find(({ id }) => id === form.kit) : undefined,
    problems,
    /** Shown only after somebody tried to save without a name. */
    nameProblem: wasTried ? nameProblem : null,
    isChanged,
    change: (patch: Partial<SetupForm>) => setForm((now) => ({ ...now, ...patch })),
    changeOwn: (patch: Partial<OwnForm>) => setForm((now) => ({ ...now, own: { ...now.own, ...patch } })),
    discard: () => setForm(saved),
    save,
    saving: saving.isPending,
    failure: saving.error,
  };
}
