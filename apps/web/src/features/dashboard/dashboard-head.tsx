import type { Dashboard } from '@cyno/contract';
import { IconDots, IconDownload, IconHistory, IconLayoutGrid, IconPencil, IconUpload } from '@tabler/icons-react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { exportDashboard } from './dashboard-file.ts';

type DashboardHeadProps = {
  dashboard: Dashboard;
  onEdit: () => void;
  onChoose: () => void;
  onLookBack: () => void;
  onImport: () => void;
};

/** The name of a dashboard, the way into its edit mode, and what else can be done with it. */
export function DashboardHead({ dashboard, onEdit, onChoose, onLookBack, onImport }: DashboardHeadProps) {
  return (
    <div className="dashboard-head">
      <h2>{dashboard.name}</h2>
      <div className="dashboard-acts">
        <Button icon={IconPencil} onClick={onEdit}>
          Edit
        </Button>
        <Menu
          label="More about this dashboard"
          trigger={<IconButton label="More about this dashboard" icon={IconDots} />}
          entries={[
            { id: 'ready', label: 'Ready-made dashboards', icon: IconLayoutGrid, onAction: onChoose },
            { id: 'versions', label: 'Earlier versions', icon: IconHistory, onAction: onLookBack },
            'separator',
            { id: 'import', label: 'Import from a file', icon: IconUpload, onAction: onImport },
            {
              ...{ id: 'export', label: 'Export to a file', icon: IconDownload },
              onAction: () => exportDashboard(dashboard),
            },
          ]}
        />
      </div>
    </div>
  );
}
