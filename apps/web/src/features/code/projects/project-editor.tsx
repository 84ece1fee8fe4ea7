import type { Project, SketchCatalog } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { DevicesCard } from './devices-card.tsx';
import { GuideCard } from './guide-card.tsx';
import { NoSuchProject } from './no-such-project.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { SaveBar } from './save-bar.tsx';
import { SaveConflict } from './save-conflict.tsx';
import type { SetupForm } from './setup/setup-form.ts';
import { SetupFormCards } from './setup/setup-form-cards.tsx';
import { SketchCard } from './sketch-card.tsx';
import { useProjectForm } from './use-project-form.ts';
import { useSketchOf } from './use-sketch-of.ts';

type ProjectEditorProps = {
  catalog: SketchCatalog;
  start: SetupForm;
  project: Project | null;
  /** The project is gone from the server. */
  isDeleted?: boolean;
};

/** A set-up and what comes of it: the sketch, how it gets onto a board, and the boards that run it. */
export function ProjectEditor({ catalog, start, project, isDeleted = false }: ProjectEditorProps) {
  const editing = useProjectForm({ catalog, start, project, isDeleted });
  const sketch = useSketchOf(editing);
  if (isDeleted && editing.isNew && !editing.isChanged) return <NoSuchProject />;
  return (
    <>
      <div className="page-head">
        <div className="page-head-text">
          <Link className="project-back" to="/code">
            <Icon of={IconArrowLeft} size={14} />
            {t`Projects`}
          </Link>
          <h1>{project?.name ?? t`New sketch`}</h1>
        </div>
        {project && !isDeleted && <ProjectMenu project={project} onDiscard={editing.discard} />}
      </div>
      <div className="project-page">
        <div className="project-setup">
          <SetupFormCards editing={editing} problems={{ ...sketch.problems, ...editing.problems }} />
          <SaveBar editing={editing} />
        </div>
        <div className="project-side">
          <SketchCard sketch={sketch} />
        </div>
        <GuideCard editing={editing} sketch={sketch} />
        <DevicesCard project={isDeleted ? null : project} unsaved={editing.isChanged} />
      </div>
      {editing.saving.isConflict && <SaveConflict saving={editing.saving} />}
    </>
  );
}
