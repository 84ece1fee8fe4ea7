import type { Project, SketchCatalog } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconCopy, IconCpu, IconDots, IconEdit, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatDateTime } from '../../../lib/format/format.ts';
import { IconButton } from '../../../ui/buttons/button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { boardText, contentText, deviceText } from './project-text.ts';

type ProjectRowProps = {
  project: Project;
  catalog: SketchCatalog | undefined;
  nameOf: (espid: string) => string;
  onRename: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
};

/** One project of the list: what it is, where it runs, when it was changed, and what can be done to it. */
export function ProjectRow({ project, catalog, nameOf, onRename, onDuplicate, onDelete }: ProjectRowProps) {
  const { id, name, setup, espids, updatedAt } = project;
  return (
    <li className="project">
      <div className="project-main">
        <Link className="project-name" to={`/code/${id}`}>
          {name}
        </Link>
        <p className="project-detail">
          {boardText(setup, catalog)} · {contentText(setup, catalog)}
        </p>
      </div>
      <p className="project-devices">
        <Icon of={IconCpu} size={16} />
        <span>{deviceText(espids, nameOf)}</span>
      </p>
      <p className="project-changed num">
        <span className="project-changed-word">{t`Changed`} </span>
        {formatDateTime(updatedAt)}
      </p>
      <Menu
        trigger={<IconButton className="project-more" label={t`More for ${name}`} icon={IconDots} />}
        label={t`Project ${name}`}
        entries={[
          { id: 'rename', label: t`Rename`, icon: IconEdit, onAction: onRename },
          { id: 'duplicate', label: t`Duplicate`, icon: IconCopy, onAction: onDuplicate },
          'separator',
          { id: 'delete', label: t`Delete`, icon: IconTrash, tone: 'danger', onAction: onDelete },
        ]}
      />
    </li>
  );
}
