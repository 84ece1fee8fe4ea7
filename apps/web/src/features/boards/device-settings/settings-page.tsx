import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { SectionFold } from '../../../ui/cards/section-fold.tsx';
import { SectionIndex } from '../../../ui/cards/section-index.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { useFolds } from '../../../ui/cards/use-folds.ts';
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
  const sections = useMemo(() => sectionsOf(isOwn), [isOwn]);
  const { isPhone, isWaiting, isNeeded, isOpen, note } = useFolds();
  return (
    <div className="device-settings">
      {/* On a phone the folded groups are the index. */}
      {!isPhone && <SectionIndex label={t`Sections of the settings`} sections={sections} />}
      {isWaiting && (
        <div aria-busy="true">
          <Skeleton height={640} width="auto" />
        </div>
      )}
      <div className="device-settings-groups" hidden={isWaiting}>
        {sections.map(({ id, title, summary }) => (
          <SectionFold
            key={id}
            id={id}
            title={title}
            summary={summary}
            isOpen={isOpen(id)}
            isNeeded={isNeeded}
            onToggle={(open) => note(id, open)}
          >
            <div className="device-settings-group">
              <GroupCards id={id} device={device} isOwn={isOwn} />
            </div>
          </SectionFold>
        ))}
      </div>
    </div>
  );
}

type GroupId = 'appearance' | 'values' | 'where' | 'hardware' | 'danger';

function sectionsOf(isOwn: boolean): { id: GroupId; title: string; summary: string }[] {
  return [
    {
      id: 'appearance',
      title: t`Appearance`,
      summary: isOwn ? t`Name, icon, group, tags and notes` : t`Name and icon`,
    },
    { id: 'values', title: t`Variables`, summary: t`Units, limits, calibration and computed variables` },
    { id: 'where', title: t`Location and time`, summary: t`For the map, timers, sunrise and sunset` },
    {
      id: 'hardware',
      title: t`Board`,
      summary: isOwn ? t`Board details, copy settings` : t`Board details`,
    },
    ...(isOwn ? [{ id: 'danger' as const, title: t`Danger`, summary: t`The device with its whole history` }] : []),
  ];
}

function GroupCards({ id, device, isOwn }: { id: GroupId; device: SeenDevice; isOwn: boolean }) {
  switch (id) {
    case 'appearance':
      return (
        <>
          <NameCard device={device} />
          <IconCard device={device} />
          {isOwn && <GroupCard device={device} />}
          {isOwn && <TagsCard device={device} />}
          {isOwn && <NotesCard device={device} />}
        </>
      );
    case 'values':
      return (
        <>
          <VariablesCard device={device} />
          <ComputedCard device={device} />
        </>
      );
    case 'where':
      return (
        <>
          <PlaceCard device={device} />
          <ZoneCard device={device} />
        </>
      );
    case 'hardware':
      return (
        <>
          <BoardCard device={device} />
          {mayChooseChip(device) && <ChipCard device={device} />}
          {isOwn && <CopyCard device={device} />}
        </>
      );
    case 'danger':
      return <DeleteCard device={device} />;
  }
}
