import type { DashboardList, DashboardSummary } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { useDisplaySettings } from '../../../../lib/format/display-settings.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Card } from '../../../../ui/cards/card.tsx';
import { PageHead } from '../../../../ui/cards/page-head.tsx';
import { Skeleton } from '../../../../ui/cards/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../../ui/cards/states.tsx';
import { SearchField } from '../../../../ui/fields/field.tsx';
import { useSeenDevices } from '../../../boards/devices/index.ts';
import { accountDashboardsQuery } from '../account-dashboard-query.ts';
import { DashboardCard } from './dashboard-card.tsx';
import './dashboard-list-page.css';
import { DeletedDashboards } from './deleted-dashboards.tsx';
import { NewDashboardDialog } from './new-dashboard-dialog.tsx';
import { useDashboardActions } from './use-dashboard-actions.ts';

/** Above this many a search is worth its place. */
const searchFrom = 8;

/** `/dashboard`: the account's dashboards of several devices, and those that others share. */
export function DashboardListPage() {
  const { data, error, refetch } = useQuery(accountDashboardsQuery);
  const [isMaking, setMaking] = useState(false);
  useDisplaySettings();
  const make = (
    <Button variant="primary" icon={IconPlus} onClick={() => setMaking(true)}>
      {t`New dashboard`}
    </Button>
  );
  return (
    <>
      <PageHead title={t`Dashboards`} actions={data && data.dashboards.length > 0 && make}>
        {textOf(data)}
      </PageHead>
      {data && <Dashboards {...data} make={make} />}
      {!data && error && (
        <ErrorState title={t`The dashboards did not load`} onRetry={() => void refetch()}>
          {failureText(error)}
        </ErrorState>
      )}
      {!data && !error && <Bones />}
      {isMaking && <NewDashboardDialog onClose={() => setMaking(false)} />}
    </>
  );
}

function textOf(data: DashboardList | undefined): string {
  const count = data?.dashboards.length ?? 0;
  if (count === 0) return t`Show several devices side by side, or use one dashboard for many devices.`;
  return plural(count, { one: '# dashboard', other: '# dashboards' });
}

function Dashboards({ dashboards, deleted, make }: DashboardList & { make: ReactNode }) {
  const [search, setSearch] = useState('');
  const actions = useDashboardActions();
  const seen = useSeenDevices();
  const nameOf = (espid: string) => seen.find((device) => device.espid === espid)?.name ?? espid;
  const wanted = search.trim().toLowerCase();
  const fits = ({ name, devices }: DashboardSummary) =>
    [name, ...devices.map(nameOf)].some((text) => text.toLowerCase().includes(wanted));
  const visible = dashboards.filter(fits);
  return (
    <>
      {dashboards.length >= searchFrom && (
        <SearchField
          className="dashboards-search"
          label={t`Search dashboards`}
          placeholder={t`Search by name or device`}
          value={search}
          onChange={setSearch}
        />
      )}
      {dashboards.length === 0 && (
        <EmptyState title={t`No dashboards yet`} actions={make}>
          {t`Each device also has its own dashboard, on its page.`}
        </EmptyState>
      )}
      {dashboards.length > 0 && visible.length === 0 && (
        <p className="dashboards-nothing">{t`No dashboard matches “${{ search: search.trim() }}”.`}</p>
      )}
      <ul className="dashboards" aria-label={t`Dashboards`}>
        {visible.map((dashboard) => (
          <li key={dashboard.id}>
            <DashboardCard dashboard={dashboard} nameOf={nameOf} actions={actions} />
          </li>
        ))}
      </ul>
      <DeletedDashboards deleted={deleted} />
    </>
  );
}

function Bones() {
  return (
    <div className="dashboards" aria-busy="true">
      <span className="sr-only">{t`Loading the dashboards`}</span>
      {[1, 2, 3].map((each) => (
        <Card key={each} className="dashboard-entry">
          <Skeleton height={112} width="auto" />
          <Skeleton height={18} width="55%" />
          <Skeleton height={14} width="80%" />
        </Card>
      ))}
    </div>
  );
}
