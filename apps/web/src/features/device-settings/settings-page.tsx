import type { Device } from '@cyno/contract';
import { BoardCard } from './board-card.tsx';
import { DeleteCard } from './delete-card.tsx';
import { NameCard } from './name-card.tsx';
import { PlaceCard } from './place-card.tsx';
import './settings-page.css';

/** The Settings tab: the device's name and place, what its board says about itself, and its deletion. */
export function SettingsPage({ device }: { device: Device }) {
  return (
    <div className="device-settings">
      <NameCard key={device.name} device={device} />
      <PlaceCard device={device} />
      <BoardCard device={device} />
      <DeleteCard device={device} />
    </div>
  );
}
