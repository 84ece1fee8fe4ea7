import type { AlertSeverity } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconBell } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { loadAlertPanel, useActiveAlerts } from '../../features/automation/alerts/index.ts';
import { useAppBadge } from '../../lib/browser/app-badge.ts';
import { lazy } from '../../lib/language/lazy.ts';
import { Skeleton } from '../../ui/cards/skeleton.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import './alert-bell.css';
import { hidePanel } from './panels.ts';

const AlertPanel = lazy(async () => ({ default: (await loadAlertPanel()).AlertPanel }));

function severityText(severity: AlertSeverity): string {
  const texts = { info: () => t`info`, warning: () => t`warning`, critical: () => t`critical` };
  return texts[severity]();
}

/** How many alerts are active, in the colour of the worst, and the newest of them in a panel. */
export function AlertBell() {
  const id = useId();
  const { count, worst } = useActiveAlerts();
  useAppBadge(count);
  const [isOpen, setOpen] = useState(false);
  const label =
    worst === null ? t`Alerts, none active` : t`Alerts, ${count} active, worst: ${{ worst: severityText(worst) }}`;
  return (
    <>
      <button type="button" className="icon-button alert-bell" popoverTarget={id} title={label} aria-label={label}>
        <Icon of={IconBell} />
        {worst !== null && (
          <span className={`alert-bell-count alert-bell-${worst} num`} aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </button>
      <section
        id={id}
        popover="auto"
        className="topbar-panel alert-bell-panel"
        aria-label={t`Newest alerts`}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && (
          <Suspense fallback={<Skeleton height={120} width="auto" />}>
            <AlertPanel onLeave={() => hidePanel(id)} />
          </Suspense>
        )}
      </section>
    </>
  );
}
