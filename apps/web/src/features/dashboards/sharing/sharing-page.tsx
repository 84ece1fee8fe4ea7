import type { ReactNode } from 'react';
import type { SeenDevice } from '../../boards/devices/index.ts';
import { MyShareCard } from './my-share-card.tsx';
import { PeopleCard } from './people-card.tsx';
import './sharing-page.css';
import { SwitchedCard } from './switched-card.tsx';
import { TransferCard } from './transfer-card.tsx';
import { VisitsCard } from './visits-card.tsx';

type SharingPageProps = {
  device: SeenDevice;
  /** Other ways of sharing, for the owner; they stand below the people. */
  children?: ReactNode;
};

/** The Sharing tab: for the owner with whom the device is shared, for others what they may do with it. */
export function SharingPage({ device, children }: SharingPageProps) {
  const { espid, name, owner, role, expiresAt } = device;
  if (owner !== undefined && role !== undefined) {
    return (
      <div className="sharing">
        <MyShareCard espid={espid} name={name} owner={owner} role={role} expiresAt={expiresAt ?? null} />
      </div>
    );
  }
  return (
    <div className="card-columns">
      <div className="card-column">
        <PeopleCard thing={{ kind: 'device', espid, name }} />
        {children}
      </div>
      <div className="card-column">
        <VisitsCard device={device} />
        <SwitchedCard device={device} />
        <TransferCard device={device} />
      </div>
    </div>
  );
}
