import type { Dashboard, FollowedDevices } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconDots, IconDownload, IconHistory, IconPencil, IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { Menu, type MenuEntry } from '../../../ui/overlays/menu.tsx';
import { exportDashboard } from './dashboard-file.ts';
import type { DashboardRef } from './dashboard-ref.ts';
import { DashboardTools } from './dashboard-tools.tsx';
import { followsOf } from './follow.ts';

type DashboardHeadProps = {
  dashboard: Dashboard & { espids?: readonly string[]; follows?: FollowedDevices | null };
  reference: DashboardRef;
  /** It has the page for itself, so that its name is the page's title. */
  isPage?: boolean;
  /** Null: it may only be looked at. */
  edit: { onEdit: () => void; isOpening: boolean; onVersions: () => void; onImport: () => void } | null;
  /** What else can be done with it. */
  more?: readonly MenuEntry[];
  /** Stands between its name and what can be done with it. */
  children?: ReactNode;
};

/** The name of a dashboard, the way into its edit mode, and what else can be done with it. */
export function DashboardHead({ dashboard, reference, isPage = false, edit, more = [], children }: DashboardHeadProps) {
  const Heading = isPage ? 'h1' : 'h2';
  const exported: MenuEntry = {
    id: 'export',
    label: t`Export to a file`,
    icon: IconDownload,
    onAction: () => exportDashboard({ ...dashboard, follows: followsOf(dashboard.follows ?? null) }),
  };
  const editing: MenuEntry[] = edit
    ? [
        { id: 'versions', label: t`Earlier versions`, icon: IconHistory, onAction: edit.onVersions },
        'separator',
        { id: 'import', label: t`Import from a file`, icon: IconUpload, onAction: edit.onImport },
      ]
    : [];
  return (
    <div className="dashboard-head">
      <Heading>{dashboard.name}</Heading>
      {children}
      <div className="dashboard-actions">
        <DashboardTools reference={reference} />
        {edit && (
          <Button icon={IconPencil} busy={edit.isOpening} onClick={edit.onEdit}>
            {t`Edit`}
          </Button>
        )}
        <Menu
          label={t`More about this dashboard`}
          trigger={<IconButton label={t`More about this dashboard`} icon={IconDots} />}
          entries={[...more, ...editing, exported]}
        />
      </div>
    </div>
  );
}
