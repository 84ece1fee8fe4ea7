import { may, type SeenDevice } from '../devices/index.ts';
import { BoardCard } from './board-card.tsx';
import { ChipCard, mayChooseChip } from './chip-card.tsx';
import { ComputedCard } from './computed/computed-card.tsx';
import { CopyCard } from './copy/copy-card.tsx';
import { DeleteCard } from './delete-card.tsx';
import { GroupCard } from './group-card.tsx';
import { IconCard } from './icon-card.tsx';
import { NameCard } from './name-card.tsx';
import { NotesCard } from './notes-card.tsx';
import { PlaceCard } from './place-card.tsx';
import './settings-page.css';
import { TagsCard } from './tags-card.tsx';
import { VariablesCard } from './variables/variables-card.tsx';
import { ZoneCard } from './zone-card.tsx';

/** The Settings tab: what the device is called and how it is shown, what its board reports about itself, and its deletion. */
export function SettingsPage({ device }: { device: SeenDevice }) {
  // Tags, notes and what other devices have belong to the owner's own list.
  const isOwn = may(device, 'own');
  return (
    <div className="device-settings">
      <NameCard key={device.name} device={device} />
      <IconCard device={device} />
      <VariablesCard device={device} />
      <ComputedCard device={device} />
      {isOwn && <GroupCard device={device} />}
      {isOwn && <TagsCard device={device} />}
      {isOwn && <NotesCard key={device.notes} device={device} />}
      <PlaceCard device={device} />
      <ZoneCard device={device} />
      {isOwn && <CopyCard device={device} />}
      {mayChooseChip(device) && <ChipCard device={device} />}
      <BoardCard device={device} />
      {isOwn && <DeleteCard device={device} />}
    </div>
  );
}
