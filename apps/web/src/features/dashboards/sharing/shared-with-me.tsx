import type { SharedDevice } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { formatDate } from '../../../lib/format/format.ts';
import { useSharedDevices } from '../../boards/devices/index.ts';
import './shared-with-me.css';
import { roleName } from './sharing-text.ts';

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
      <h2 id="shared-with-me">{t`Shared with me`}</h2>
      <p className="shared-with-me-count">{countText(data)}</p>
      <ul aria-label={t`Devices shared with me`}>
        {data.map((device) => (
          <li key={device.espid}>{children(device)}</li>
        ))}
      </ul>
    </section>
  );
}

/** `3 devices from 2 people`. */
function countText(devices: readonly SharedDevice[]): string {
  const owners = new Set(devices.map(({ owner }) => owner));
  const [owner = ''] = owners;
  const count = devices.length;
  const people = owners.size;
  return people === 1
    ? t`${plural(count, { one: '# device', other: '# devices' })} from ${owner}`
    : t`${plural(count, { one: '# device', other: '# devices' })} from ${plural(people, { one: '# person', other: '# people' })}`;
}

/** The last line of a shared device's card: whose it is, and what this account may do. */
export function SharedCardFoot({ device: { owner, role, expiresAt } }: { device: SharedDevice }) {
  return (
    <div className="device-card-foot">
      <span title={owner}>{owner}</span>
      <span>{roleName(role)}</span>
      {expiresAt !== null && <span>{t`Until ${{ date: formatDate(expiresAt) }}`}</span>}
    </div>
  );
}
