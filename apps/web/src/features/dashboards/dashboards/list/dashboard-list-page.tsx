import type { DashboardList, DashboardSummary } from '@cyno/contract';
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
      New dashboard
    </Button>
  );
  return (
    <>
      <PageHead title="Dashboards" actions={data && data.dashboards.length > 0 && make}>
        {textOf(data)}
      </PageHead>
      {data && <Dashboards {...data} make={make} />}
      {!data && error && (
        <ErrorState title="The dashboards did not load" onRetry={() => void refetch()}>
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
  if (count === 0) return 'Several devices next to each other, or one dashboard for many devices.';
  return count === 1 ? '1 dashboard.' : `${count} dashboards.`;
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
          label="Search dashboards"
          placeholder="Search by name or device"
          value={search}
          onChange={setSearch}
        />
      )}
      {dashboards.length === 0 && (
        <EmptyState title="No dashboards yet" actions={make}>
          A dashboard here shows values of any of your devices side by side. Or make one and use it for many devices:
          which one it shows is chosen above it. Each device also has a dashboard of its own, on its page.
        </EmptyState>
      )}
      {dashboards.length > 0 && visible.length === 0 && (
        <p className="dashboards-nothing">No dashboard fits “{search.trim()}”.</p>
      )}
      <ul className="dashboards" aria-label="Dashboards">
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
      <span className="sr-only">Loading the dashboards</span>
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
