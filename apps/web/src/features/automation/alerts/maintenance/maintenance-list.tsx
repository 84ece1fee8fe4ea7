import { t } from '@lingui/core/macro';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { lazy } from '../../../../lib/language/lazy.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { SectionCard, SectionSkeleton } from '../../../../ui/cards/section-card.tsx';
import { EmptyState, ErrorState } from '../../../../ui/cards/states.tsx';
import { maintenanceQuery } from './maintenance-queries.ts';
import { MaintenanceRows } from './maintenance-rows.tsx';

const MaintenanceDialog = lazy(async () => ({ default: (await import('./maintenance-dialog.tsx')).MaintenanceDialog }));

/** Everything that is in maintenance or will be. */
export function MaintenanceList() {
  const { data, error, refetch } = useQuery(maintenanceQuery);
  const [isPlanning, setPlanning] = useState(false);
  const add = (
    <Button variant="primary" icon={IconPlus} onClick={() => setPlanning(true)}>
      {t`Add maintenance`}
    </Button>
  );
  return (
    <>
      {!data && error && (
        <ErrorState title={t`Maintenance did not load`} onRetry={() => void refetch()}>
          {failureText(error)}
        </ErrorState>
      )}
      {!data && !error && <SectionSkeleton />}
      {data && data.windows.length === 0 && (
        <EmptyState title={t`No maintenance`} actions={add}>
          {t`While you work on devices, their alerts are recorded but notify nobody. It ends automatically.`}
        </EmptyState>
      )}
      {data && data.windows.length > 0 && (
        <SectionCard
          id="maintenance"
          title={t`Maintenance`}
          description={t`Alerts of these devices are recorded but notify nobody. Those still active at the end notify then.`}
          actions={add}
        >
          <MaintenanceRows windows={data.windows} />
        </SectionCard>
      )}
      {isPlanning && (
        <Suspense fallback={null}>
          <MaintenanceDialog espids={null} onClose={() => setPlanning(false)} />
        </Suspense>
      )}
    </>
  );
}
