import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { TabLinks } from '../../../../ui/buttons/tab-links.tsx';
import { PageHead } from '../../../../ui/cards/page-head.tsx';
import { MaintenanceList } from '../maintenance/maintenance-list.tsx';
import { RuleList } from '../rules/rule-list.tsx';
import { AllAlerts } from './all-alerts.tsx';

/** `/alerts`: everything that is or was wrong with the devices that the account may see. */
export function AlertsPage() {
  return (
    <>
      <AlertsHead current="/alerts" />
      <AllAlerts />
    </>
  );
}

/** `/alerts/rules`: the rules of the account. */
export function AlertRulesPage() {
  return (
    <>
      <AlertsHead current="/alerts/rules" />
      <RuleList device={null} />
    </>
  );
}

/** `/alerts/maintenance`: the devices whose alerts notify nobody. */
export function AlertMaintenancePage() {
  return (
    <>
      <AlertsHead current="/alerts/maintenance" />
      <MaintenanceList />
    </>
  );
}

function AlertsHead({ current }: { current: '/alerts' | '/alerts/rules' | '/alerts/maintenance' }) {
  const tabs = [
    { to: '/alerts', label: t`Alerts` },
    { to: '/alerts/rules', label: t`Rules` },
    { to: '/alerts/maintenance', label: t`Maintenance` },
  ] as const;
  return (
    <>
      <PageHead title={t`Alerts`}>
        <Trans>
          <span className="only-wide">Problems of your devices, past and present, and the rules that find them.</span>{' '}
          Choose <Link to="/profile#contacts">where you are notified</Link>.
        </Trans>
      </PageHead>
      <TabLinks
        label={t`Alerts, rules and maintenance`}
        tabs={tabs.map((tab) => ({ ...tab, current: tab.to === current }))}
      />
    </>
  );
}
