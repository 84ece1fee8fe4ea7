import { t } from '@lingui/core/macro';
import { useSyncExternalStore } from 'react';
import { StatusDot } from '../../ui/status/status-dot.tsx';
import { useCurrentDevice } from './use-current-device.ts';

// On a phone the chip leaves the name out while the page's title shows it right below.
const titleHeight = 40;

let scrolledPastTitle = false;

// The position is read when it changes, not when React renders: reading it after a render makes the browser lay out at
// once.
function onScroll(listener: () => void): () => void {
  const update = () => {
    scrolledPastTitle = scrollY > titleHeight;
    listener();
  };
  update();
  addEventListener('scroll', update, { passive: true });
  return () => removeEventListener('scroll', update);
}

/** Which device's page is open, and whether its board is connected. */
export function DeviceChip() {
  const current = useCurrentDevice();
  const isScrolled = useSyncExternalStore(onScroll, () => scrolledPastTitle);
  if (!current) return null;
  const state = !current.webConnected ? 'reconnecting' : current.deviceConnected ? 'online' : 'offline';
  return (
    <div className={isScrolled ? 'topbar-chip topbar-chip-scrolled' : 'topbar-chip'}>
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
