import type { Device, DeviceDashboard } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from '../../lib/live-client.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { DashboardGrid } from './dashboard-grid.tsx';
import './dashboard-page.css';
import { dashboardQuery } from './dashboard-query.ts';
import { NoDashboard } from './no-dashboard.tsx';
import { TemplateDialog } from './template-dialog.tsx';

/** The Dashboard tab: the ready-made dashboard of the board's kit, with its live values and controls. */
export function DashboardPage({ device }: { device: Device }) {
  useWatch([device.espid]);
  const { data, error, refetch } = useQuery(dashboardQuery(device.espid));
  if (data) return <Dashboard device={device} state={data} />;
  if (error) {
    return (
      <ErrorState title="The dashboard did not load" onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    );
  }
  return (
    <div className="dashboard" aria-busy="true">
      <span className="sr-only">Loading the dashboard</span>
      {[3, 3, 6, 3, 3, 6].map((columns, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones are nothing but their places
        <Skeleton key={index} height={280} className={`dashboard-bone dashboard-bone-${columns}`} />
      ))}
    </div>
  );
}

function Dashboard({ device, state }: { device: Device; state: DeviceDashboard }) {
  const [choosing, setChoosing] = useState<string | null>(null);
  const { dashboard, offer } = state;
  const dialog = choosing !== null && (
    <TemplateDialog device={device} state={state} initial={choosing} onClose={() => setChoosing(null)} />
  );
  if (!dashboard) {
    return (
      <>
        <NoDashboard device={device} state={state} onChoose={() => setChoosing(offer?.template ?? '')} />
        {dialog}
      </>
    );
  }
  return (
    <>
      <div className="dashboard-head">
        <h2>{dashboard.name}</h2>
        <Button variant="ghost" onClick={() => setChoosing(dashboard.origin?.template ?? '')}>
          Ready-made dashboards
        </Button>
      </div>
      {offer && (
        <p className="dashboard-offer">
          <span>
            {offer.template === dashboard.origin?.template
              ? 'There is a newer version of this ready-made dashboard.'
              : `The board says that it is another kit now, which has a dashboard of its own: ${offer.title}.`}
          </span>
          <Button size="small" onClick={() => setChoosing(offer.template)}>
            Look at it
          </Button>
        </p>
      )}
      <DashboardGrid device={device} widgets={dashboard.widgets} />
      {dialog}
    </>
  );
}
