import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { useOnline } from '../../lib/browser/use-online.ts';
import { formatDateTime } from '../../lib/format/format.ts';
import { useLiveState } from '../../lib/live/live-client.ts';
import { StatusDot } from '../../ui/status/status-dot.tsx';
import './connection-notice.css';

const graceMs = 2000;

/**
 * Shows that values stand still while the live connection is down; short drops go unmentioned. `storedAt`: from when they are, where the
 * page started without the server, ms since the epoch.
 */
export function ConnectionNotice({ storedAt }: { storedAt: number | null }) {
  const down = useLiveState() === 'down';
  const online = useOnline();
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!down) return setLasting(false);
    const timer = setTimeout(() => setLasting(true), graceMs);
    return () => clearTimeout(timer);
  }, [down]);
  return (
    <div className="connection-notice" role="status">
      {(lasting || !online) && (
        <p>
          <StatusDot state="reconnecting" withLabel />
          <span>
            {storedAt === null
              ? online
                ? t`Live values are paused. Reconnecting…`
                : t`No connection. You see the last values. They continue by themselves when the connection is back.`
              : t`No connection. You see values from ${{ time: formatDateTime(storedAt) }}.`}
          </span>
        </p>
      )}
    </div>
  );
}
