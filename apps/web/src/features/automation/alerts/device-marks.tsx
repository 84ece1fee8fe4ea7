import { AlertMark } from './list/alert-mark.tsx';
import { MaintenanceMark } from './maintenance/maintenance-mark.tsx';

/** What marks a device in lists: its open alerts, and that it is in maintenance. Of several devices the worst of their alerts. */
export function DeviceMarks({ espids }: { espids: readonly string[] }) {
  const [first, ...others] = espids;
  return (
    <>
      <AlertMark espids={espids} />
      {first !== undefined && others.length === 0 && <MaintenanceMark espid={first} />}
    </>
  );
}
