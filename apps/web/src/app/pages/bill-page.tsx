import { ActiveDevicesDialog } from '../../features/boards/devices/index.ts';
import { PlanPage } from '../../features/people/billing/index.ts';

/** `/bill`: the plan, with the choice of the devices that stay active under it. */
export function BillPage() {
  return <PlanPage activeDevices={(plan, onClose) => <ActiveDevicesDialog plan={plan} onClose={onClose} />} />;
}
