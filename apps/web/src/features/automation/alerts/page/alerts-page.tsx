import { PageHead } from '../../../../ui/cards/page-head.tsx';
import { AllAlerts } from './all-alerts.tsx';

/** `/alerts`: everything that is or was wrong with the devices that the account may see. */
export function AlertsPage() {
  return (
    <>
      <PageHead title="Alerts">What is or was wrong with your devices.</PageHead>
      <AllAlerts />
    </>
  );
}
