import { AlertMark } from './list/alert-mark.tsx';
import { MaintenanceMark } from './maintenance/maintenance-mark.tsx';

/** What marks a device in lists: its open alerts, and that it is in maintenance. */
export function DeviceMarks({ espid }: { espid: string }) {
  return (
    <>
      <AlertMark espid={espid} />
      <MaintenanceMark espid={espid} />
    </>
  );
}
