import type { SharedDevice } from '@cyno/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { formatDate } from '../../../lib/format/format.ts';
import { useSharedDevices } from '../../boards/devices/index.ts';
import './shared-with-me.css';
import { roleNames } from './sharing-text.ts';

/** The fragment of `/device` that leads here. */
const anchor = 'shared';

type SharedWithMeProps = { children: (device: SharedDevice) => ReactNode };

/** The devices of others below the own ones, each drawn by `children`; nothing when there are none. */
export function SharedWithMe({ children }: SharedWithMeProps) {
  const { data } = useSharedDevices();
  const { hash, key } = useLocation();
  const partRef = useRef<HTMLElement>(null);
  const isThere = data !== undefined && data.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link may be followed again from further up
  useEffect(() => {
    if (isThere && hash === `#${anchor}`) partRef.current?.scrollIntoView();
  }, [isThere, hash, key]);
  if (!isThere) return null;
  return (
    <section ref={partRef} id={anchor} className="shared-with-me" aria-labelledby="shared-with-me">
      <h2 id="shared-with-me">Shared with me</h2>
      <p className="shared-with-me-count">{countText(data)}</p>
      <ul aria-label="Devices that are shared with me">
        {data.map((device) => (
          <li key={device.espid}>{children(device)}</li>
        ))}
      </ul>
    </section>
  );
}

/** `3 devices of 2 people.` */
function countText(devices: readonly SharedDevice[]): string {
  const owners = new Set(devices.map(({ owner }) => owner));
  const [only] = owners;
  const count = devices.length === 1 ? '1 device' : `${devices.length} devices`;
  return `${count} of ${owners.size === 1 ? only : `${owners.size} people`}.`;
}

/** The last line of a shared device's card: whose it is, and what this account may do. */
export function SharedCardFoot({ device: { owner, role, expiresAt } }: { device: SharedDevice }) {
  return (
    <div className="device-card-foot">
      <span title={owner}>{owner}</span>
      <span>{roleNames[role]}</span>
      {expiresAt !== null && <span>until {formatDate(expiresAt)}</span>}
    </div>
  );
}
