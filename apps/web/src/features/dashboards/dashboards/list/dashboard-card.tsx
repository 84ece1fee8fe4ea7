import type { DashboardSummary } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconCopy, IconDots, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatDateTime } from '../../../../lib/format/format.ts';
import { IconButton } from '../../../../ui/buttons/button.tsx';
import { Card } from '../../../../ui/cards/card.tsx';
import { Menu } from '../../../../ui/overlays/menu.tsx';
import { Badge } from '../../../../ui/status/badge.tsx';
import { GridPreview } from './grid-preview.tsx';
import type { useDashboardActions } from './use-dashboard-actions.ts';

type DashboardCardProps = {
  dashboard: DashboardSummary;
  nameOf: (espid: string) => string;
  actions: Pick<ReturnType<typeof useDashboardActions>, 'duplicate' | 'remove'>;
};

/** A dashboard of the list: a small picture of it, its devices and when it was changed. */
export function DashboardCard({ dashboard, nameOf, actions }: DashboardCardProps) {
  const { id, name, devices, role, savedAt, places } = dashboard;
  return (
    <Card className="dashboard-entry">
      <GridPreview places={places} />
      <div className="dashboard-entry-text">
        <h2>
          <Link to={`/dashboard/${id}`}>{name}</Link>
        </h2>
        {role !== 'owner' && <Badge shape="tag">{roleText(role)}</Badge>}
        <Menu
          label={t`More about ${name}`}
          trigger={<IconButton label={t`More about ${name}`} icon={IconDots} size="small" />}
          entries={[
            { id: 'copy', label: t`Duplicate`, icon: IconCopy, onAction: () => actions.duplicate(dashboard) },
            ...(role === 'owner'
              ? [
                  {
                    id: 'delete',
                    label: t`Delete`,
                    icon: IconTrash,
                    tone: 'danger' as const,
                    onAction: () => void actions.remove(dashboard),
                  },
                ]
              : []),
          ]}
        />
      </div>
      <p title={devices.map(nameOf).join(', ')}>{devicesText(devices.map(nameOf))}</p>
      <p className="dashboard-entry-when">{t`Changed ${{ dateTime: formatDateTime(savedAt) }}`}</p>
    </Card>
  );
}

function roleText(role: Exclude<DashboardSummary['role'], 'owner'>): string {
  switch (role) {
    case 'viewer':
      return t`Viewer`;
    case 'operator':
      return t`Operator`;
    case 'manager':
      return t`Manager`;
  }
}

const named = 2;

function devicesText(names: readonly string[]): string {
  if (names.length === 0) return t`No device yet`;
  const others = names.length - named;
  const first = names.slice(0, named).join(', ');
  return others > 0 ? t`${first} and ${others} more` : first;
}
