import type { Project } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useConfig } from '../../../lib/api/public-config.ts';
import { boardHost } from '../../../lib/browser/board-host.ts';
import { useDisplaySettings } from '../../../lib/format/display-settings.ts';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { ErrorState } from '../../../ui/cards/states.tsx';
import { useSketchCatalog } from '../../boards/sketches/index.ts';
import { NoSuchProject } from './no-such-project.tsx';
import { ProjectEditor } from './project-editor.tsx';
import './project-page.css';
import { projectsQuery } from './project-queries.ts';
import { newForm, savedForm } from './setup/setup-form.ts';

/** `/code/new`: a sketch that is not saved yet. */
export function NewProjectPage() {
  const catalog = useSketchCatalog();
  const config = useConfig().data;
  if (catalog.data && config) {
    const start = newForm(catalog.data, boardHost(location.hostname, config.mqtt.host));
    return <ProjectEditor catalog={catalog.data} start={start} project={null} />;
  }
  if (catalog.error && !catalog.data) return <Failed error={catalog.error} onRetry={() => void catalog.refetch()} />;
  return <Bones />;
}

/** `/code/:projectId`: a saved set-up with its sketch and its devices. */
export function ProjectPage() {
  const { projectId } = useParams();
  const catalog = useSketchCatalog();
  const projects = useQuery(projectsQuery);
  const [opened, setOpened] = useState<Project>();
  useDisplaySettings();
  if (catalog.data && projects.data) {
    const present = projects.data.find(({ id }) => String(id) === projectId);
    if (present && present !== opened) setOpened(present);
    // Where it is deleted elsewhere, what is typed stays.
    const project = present ?? (String(opened?.id) === projectId ? opened : undefined);
    if (!project) return <NoSuchProject />;
    const start = savedForm(project, catalog.data);
    return (
      <ProjectEditor key={project.id} catalog={catalog.data} start={start} project={project} isDeleted={!present} />
    );
  }
  const failed = [catalog, projects].find(({ error, data }) => error && !data);
  if (failed?.error) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />;
  return <Bones />;
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <>
      <h1 className="sr-only">{t`Code`}</h1>
      <ErrorState title={t`Project not loaded`} onRetry={onRetry}>
        {failureText(error)}
      </ErrorState>
    </>
  );
}

function Bones() {
  return (
    <div aria-busy="true">
      <h1 className="sr-only">{t`Loading project…`}</h1>
      <Skeleton width={220} height={24} />
      <div className="project-page project-bones">
        <Skeleton height={520} />
        <Skeleton height={520} />
      </div>
    </div>
  );
}
