import type { Project } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconCopy, IconDots, IconTrash } from '@tabler/icons-react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { IconButton } from '../../../ui/buttons/button.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { useProjectActions } from './use-project-actions.ts';

type ProjectMenuProps = {
  project: Project;
  /** Forgets what is not saved. */
  onDiscard: () => void;
};

/** What can be done to the project that is open. */
export function ProjectMenu({ project, onDiscard }: ProjectMenuProps) {
  const { duplicate, remove } = useProjectActions();
  const navigate = useNavigate();
  const leave = () => {
    // Leaving a page with something unsaved would be held up.
    flushSync(onDiscard);
    return navigate('/code');
  };
  return (
    <Menu
      trigger={<IconButton label={t`More for this project`} icon={IconDots} />}
      label={t`Project`}
      entries={[
        {
          id: 'duplicate',
          label: t`Duplicate`,
          icon: IconCopy,
          onAction: () => duplicate.mutate(project.id, { onSuccess: ({ id }) => void navigate(`/code/${id}`) }),
        },
        'separator',
        {
          id: 'delete',
          label: t`Delete`,
          icon: IconTrash,
          tone: 'danger',
          onAction: () => remove.mutate({ project, leave }),
        },
      ]}
    />
  );
}
