import type { Alert, AlertList } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { failureText } from '../../../lib/api/failure-text.ts';
import { isFirstFetch } from '../../../lib/api/is-first-fetch.ts';
import { holdFocus } from '../../../lib/browser/hold-focus.ts';
import { lazy } from '../../../lib/language/lazy.ts';
import { Card } from '../../../ui/cards/card.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { ErrorState } from '../../../ui/cards/states.tsx';
import { RoleNote } from '../../../ui/status/role-note.tsx';
import { may, type SeenDevice } from '../../boards/devices/index.ts';
import { alertRulesQuery } from '../definitions/index.ts';
import { openAlertsQuery } from './alert-queries.ts';
import './device-alerts-page.css';
import { AlertRow } from './list/alert-row.tsx';
import { DeviceMaintenance } from './maintenance/device-maintenance.tsx';
import { maintenanceQuery } from './maintenance/maintenance-queries.ts';
import { RuleList } from './rules/rule-list.tsx';
import { bySeverity } from './severity.ts';

const AlertDetails = lazy(async () => ({ default: (await import('./list/alert-details.tsx')).AlertDetails }));

/** The Alerts tab: what is wrong with the device now, whether it is in maintenance, and the rules that watch it. */
export function DeviceAlertsPage({ device }: { device: SeenDevice }) {
  const { owner } = device;
  const alerts = useQuery(openAlertsQuery(device.espid));
  const { data, error, refetch } = alerts;
  const maintenance = useQuery(maintenanceQuery);
  const rules = useQuery({ ...alertRulesQuery, enabled: owner === undefined });
  // One below the other: what came late would move what is read already.
  if ([alerts, maintenance, rules].some(isFirstFetch)) return <Loading />;
  return (
    <div className="device-alerts">
      <h2 className="sr-only">{t`Alerts`}</h2>
      {data && <OpenAlerts device={device} list={data} />}
      {!data && error && (
        <ErrorState title={t`Alerts did not load`} onRetry={() => void refetch()}>
          {failureText(error)}
        </ErrorState>
      )}
      <DeviceMaintenance device={device} />
      {owner === undefined ? (
        <RuleList device={device} />
      ) : (
        <RoleNote>{t`${{ owner }} owns the rules for this device.`}</RoleNote>
      )}
      <p className="device-alerts-contacts">
        <Trans>
          Choose <Link to="/profile#contacts">where you are notified</Link>.
        </Trans>
      </p>
    </div>
  );
}

function Loading() {
  return (
    <div className="device-alerts" aria-busy="true">
      <span className="sr-only">{t`Loading alerts`}</span>
      <Skeleton height={80} width="auto" className="device-alerts-bone" />
      <Skeleton height={110} width="auto" className="device-alerts-bone" />
      <Skeleton height={200} width="auto" className="device-alerts-bone" />
    </div>
  );
}

function OpenAlerts({ device, list }: { device: SeenDevice; list: AlertList }) {
  const [open, setOpen] = useState<Alert | null>(null);
  const { alerts } = list;
  return (
    <Card ref={holdFocus} aria-label={t`Open alerts`}>
      <h3 className="device-alerts-title">
        {t`Open alerts`} {alerts.length > 0 && <span className="device-alerts-count num">{alerts.length}</span>}
      </h3>
      {alerts.length === 0 ? (
        <p className="device-alerts-nothing">{t`No open alerts for ${{ device: device.name }}`}</p>
      ) : (
        <ul className="alert-rows">
          {alerts.toSorted(bySeverity).map((alert) => (
            <AlertRow
              key={alert.id}
              alert={alert}
              mayOperate={may(device, 'operate')}
              withDevice={false}
              onOpen={setOpen}
            />
          ))}
        </ul>
      )}
      {open && (
        <Suspense fallback={null}>
          <AlertDetails id={open.id} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Card>
  );
}
