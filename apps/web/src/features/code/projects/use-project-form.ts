import type { Project, SketchCatalog } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
import { checkSetup } from './setup/check-setup.ts';
import { type OwnForm, type SetupForm, savedForm, setupOf } from './setup/setup-form.ts';
import { useSaveForm } from './use-save-form.ts';

type Start = { catalog: SketchCatalog; start: SetupForm; project: Project | null; isDeleted: boolean };

/** A project that is being edited: what is typed, what is wrong with it, and saving it. */
export type Editing = ReturnType<typeof useProjectForm>;

/** What saving would keep of a form, to compare. */
const substance = (form: SetupForm): string => JSON.stringify([form.name.trim(), setupOf(form)]);

export function useProjectForm({ catalog, start, project, isDeleted }: Start) {
  const [form, setForm] = useState(start);
  const [saved, setSaved] = useState(start);
  const [wasTried, setPendingRows] = useState(false);
  const navigate = useNavigate();
  const problems = useMemo(() => checkSetup(form, catalog), [form, catalog]);
  const isChanged = substance(form) !== substance(saved);
  const onLoaded = (other: Project) => {
    const loaded = savedForm(other, catalog);
    setForm(loaded);
    setSaved(loaded);
  };
  const saving = useSaveForm({ project, isDeleted, isChanged, onSaved: setSaved, onLoaded });
  const { created, sent } = saving;
  useUnsavedChanges(isChanged);
  // The page of the new project takes this one's place only when nothing is unsaved any more.
  const isDone = created !== undefined && !isChanged && sent === null;
  useEffect(() => {
    if (isDone) void navigate(`/code/${created.id}`, { replace: true });
  }, [isDone, created, navigate]);
  const nameProblem = form.name.trim() === '' ? t`Enter a name, then save.` : null;

  const save = () => {
    setPendingRows(true);
    if (!nameProblem && Object.keys(problems).length === 0) saving.save(form);
  };
  return {
    catalog,
    form,
    board: catalog.boards.find(({ id }) => id === form.board),
    kit: form.type === 'kit' ? catalog.kits.find(({ id }) => id === form.kit) : undefined,
    problems,
    /** Shown only after somebody tried to save without a name. */
    nameProblem: wasTried ? nameProblem : null,
    isNew: (project === null || isDeleted) && created === undefined,
    isDeleted: isDeleted && created === undefined,
    isChanged,
    change: (patch: Partial<SetupForm>) => setForm((now) => ({ ...now, ...patch })),
    changeOwn: (patch: Partial<OwnForm>) => setForm((now) => ({ ...now, own: { ...now.own, ...patch } })),
    discard: () => setForm(saved),
    save,
    saving,
    /** What is on its way is all that is typed. */
    isSaving: sent !== null && substance(sent) === substance(form),
  };
}
