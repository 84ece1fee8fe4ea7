import type { Project } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useConfig } from '../../../lib/api/public-config.ts';
import { useDisplaySettings } from '../../../lib/format/display-settings.ts';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import { Card } from '../../../ui/cards/card.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/cards/states.tsx';
import { SearchField } from '../../../ui/fields/field.tsx';
import { useDevices } from '../../boards/devices/index.ts';
import { useSketchCatalog } from '../../boards/sketches/index.ts';
import './project-list.css';
import { projectsQuery } from './project-queries.ts';
import { ProjectRow } from './project-row.tsx';
import { boardText, contentText } from './project-text.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { useProjectActions } from './use-project-actions.ts';

/** `/code`: the account's projects, and the way to a new sketch. */
export function ProjectListPage() {
  const { data, error, refetch } = useQuery(projectsQuery);
  useDisplaySettings();
  return (
    <section className="projects" aria-labelledby="projects-title">
      <div className="projects-head">
        <div className="projects-text">
          <h2 id="projects-title">{t`Projects`}</h2>
          <p>{t`Your saved sketches and the devices that run them.`}</p>
        </div>
        <ExamplesLink />
        <ButtonLink to="/code/new" variant="primary" icon={IconPlus}>
          {t`New sketch`}
        </ButtonLink>
      </div>
      {data && data.length > 0 && <Projects projects={data} />}
      {data?.length === 0 && <NoProjects />}
      {!data && error && (
        <ErrorState title={t`Projects not loaded`} onRetry={() => void refetch()}>
          {failureText(error)}
        </ErrorState>
      )}
      {!data && !error && <Bones />}
    </section>
  );
}

/** Above this many a search is worth its place. */
const searchFrom = 8;

function Projects({ projects }: { projects: readonly Project[] }) {
  const [search, setSearch] = useState('');
  const [renaming, setRenaming] = useState<Project>();
  const catalog = useSketchCatalog().data;
  const devices = useDevices().data;
  const actions = useProjectActions();
  const nameOf = (espid: string) => devices?.find((device) => device.espid === espid)?.name ?? espid;
  const wanted = search.trim().toLowerCase();
  const visible = projects.filter(({ name, setup, espids }) =>
    [name, boardText(setup, catalog), contentText(setup, catalog), ...espids.map(nameOf)].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );
  return (
    <>
      {projects.length >= searchFrom && (
        <SearchField
          className="projects-search"
          label={t`Search projects`}
          placeholder={t`Search by name, board, kit or device`}
          value={search}
          onChange={setSearch}
        />
      )}
      {visible.length > 0 ? (
        <Card className="projects-card">
          <ul aria-label={t`Projects`}>
            {visible.map((project) => (
              <ProjectRow
                key={project.id}
                project={project}
                catalog={catalog}
                nameOf={nameOf}
                onRename={() => setRenaming(project)}
                onDuplicate={() => actions.duplicate.mutate(project.id)}
                onDelete={() => actions.remove.mutate({ project })}
              />
            ))}
          </ul>
        </Card>
      ) : (
        <p className="projects-nothing">{t`No project matches “${{ search: search.trim() }}”.`}</p>
      )}
      {renaming && <RenameDialog project={renaming} onClose={() => setRenaming(undefined)} />}
    </>
  );
}

function NoProjects() {
  return (
    <EmptyState
      title={t`No projects yet`}
      actions={
        <>
          <ButtonLink to="/code/new" icon={IconPlus}>
            {t`Create your first sketch`}
          </ButtonLink>
          <ButtonLink to="/device?add=1" variant="ghost">
            {t`Add a device and get its sketch`}
          </ButtonLink>
        </>
      }
    >
      {t`Choose a board and sensors, and Cyno writes the sketch with your e-mail and connection key filled in. Save it as a project to change it later.`}
    </EmptyState>
  );
}

function ExamplesLink() {
  const examples = useConfig().data?.links.projects;
  if (!examples) return null;
  return (
    <a className={buttonClass({ variant: 'ghost' })} href={examples} target="_blank" rel="noopener noreferrer">
      {t`Example projects`}
    </a>
  );
}

function Bones() {
  return (
    <Card className="projects-card" aria-busy="true">
      <span className="sr-only">{t`Loading projects…`}</span>
      {['44%', '31%', '52%'].map((width) => (
        <div key={width} className="project">
          <div className="project-main">
            <Skeleton width={width} height={14} />
            <Skeleton width="64%" height={11} className="project-bone" />
          </div>
        </div>
      ))}
    </Card>
  );
}
