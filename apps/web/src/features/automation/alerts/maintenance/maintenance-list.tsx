import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { SectionCard, SectionSkeleton } from '../../../../ui/cards/section-card.tsx';
import { EmptyState, ErrorState } from '../../../../ui/cards/states.tsx';
import { MaintenanceDialog } from './maintenance-dialog.tsx';
import { maintenanceQuery } from './maintenance-queries.ts';
import { MaintenanceRows } from './maintenance-rows.tsx';

/** Everything that is in maintenance or will be. */
export function MaintenanceList() {
  const { data, error, refetch } = useQuery(maintenanceQuery);
  const [isPlanning, setPlanning] = useState(false);
  const add = (
    <Button variant="primary" icon={IconPlus} onClick={() => setPlanning(true)}>
      Add maintenance
    </Button>
  );
  return (
    <>
      {!data && error && (
        <ErrorState title="The maintenance did not load" onRetry={() => void refetch()}>
          {failureText(error)}
        </ErrorState>
      )}
      {!data && !error && <SectionSkeleton />}
      {data && data.windows.length === 0 && (
        <EmptyState title="Nothing is in maintenance" actions={add}>
          Alerts of devices that you work on are recorded, and nobody is notified. It ends by itself.
        </EmptyState>
      )}
      {data && data.windows.length > 0 && (
        <SectionCard
          id="maintenance"
          title="Maintenance"
          description="Alerts of these devices are recorded, and nobody is notified. What is active when it ends notifies then."
          actions={add}
        >
          <MaintenanceRows windows={data.windows} />
        </SectionCard>
      )}
      {isPlanning && <MaintenanceDialog espids={null} onClose={() => setPlanning(false)} />}
    </>
  );
}
