import { t } from '@lingui/core/macro';
import { StatusDot } from '../../ui/status/status-dot.tsx';
import { useCurrentDevice } from './use-current-device.ts';

/** Which device's page is open, and whether its board is connected. */
export function DeviceChip() {
  const current = useCurrentDevice();
  if (!current) return null;
  const state = !current.webConnected ? 'reconnecting' : current.deviceConnected ? 'online' : 'offline';
  return (
    <div className="topbar-chip">
      <span className="topbar-chip-name" title={current.currentDeviceName}>
        {current.currentDeviceName}
      </span>
      {current.owner && (
        <span className="topbar-chip-owner" title={t`Shared by ${current.owner}`}>
          <span className="sr-only">{t`, shared by`} </span>
          {current.owner}
        </span>
      )}
      <i className="topbar-chip-line" />
      <StatusDot state={state} withLabel />
    </div>
  );
}
