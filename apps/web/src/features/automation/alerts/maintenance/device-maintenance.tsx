import type { MaintenanceWindow } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconTool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { holdFocus } from '../../../../lib/browser/hold-focus.ts';
import { lazy } from '../../../../lib/language/lazy.ts';
import { useLiveNow } from '../../../../lib/live/live-client.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Card } from '../../../../ui/cards/card.tsx';
import { may, type SeenDevice } from '../../../boards/devices/index.ts';
import './device-maintenance.css';
import { isInScope } from '../rules/rule-scope.ts';
import { maintenanceQuery, useMaintenanceOf } from './maintenance-queries.ts';
import { MaintenanceRows } from './maintenance-rows.tsx';
import { untilText } from './maintenance-times.ts';

const MaintenanceDialog = lazy(async () => ({
  default: (await import('./maintenance-dialog.tsx')).MaintenanceDialog,
}));

/** Whether the device is in maintenance or will be, and how that begins and ends. */
export function DeviceMaintenance({ device }: { device: SeenDevice }) {
  const { data } = useQuery(maintenanceQuery);
  const inMaintenance = useMaintenanceOf(device.espid);
  const now = useLiveNow(60_000);
  const titleId = useId();
  const [isBeginning, setBeginning] = useState(false);
  const mayOperate = may(device, 'operate');
  const windows = (data?.windows ?? []).filter((window) => isFor(window, device));
  if (!data || (windows.length === 0 && !inMaintenance && !mayOperate)) return null;
  return (
    <Card ref={holdFocus} className="device-maintenance" aria-labelledby={titleId}>
      <div className="device-maintenance-head">
        <h2 id={titleId}>{t`Maintenance`}</h2>
        {mayOperate && (
          <Button icon={IconTool} onClick={() => setBeginning(true)}>
            {t`Start maintenance`}
          </Button>
        )}
      </div>
      <p className="device-maintenance-note">
        {inMaintenance
          ? t`Alerts of this device notify nobody until ${{ time: untilText(inMaintenance.until, now) }}.`
          : t`While you work on the device, its alerts are recorded but notify nobody.`}
      </p>
      {windows.length > 0 && <MaintenanceRows windows={windows} />}
      {isBeginning && (
        <Suspense fallback={null}>
          <MaintenanceDialog espids={[device.espid]} onClose={() => setBeginning(false)} />
        </Suspense>
      )}
    </Card>
  );
}

/** Of devices of others only those windows are known that name them. */
const isFor = ({ scope }: MaintenanceWindow, device: SeenDevice): boolean =>
  scope.kind === 'devices' || device.owner === undefined ? isInScope(scope, device) : false;
