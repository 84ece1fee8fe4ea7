import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useDisplaySettings } from '../../../lib/format/display-settings.ts';
import { useWatch } from '../../../lib/live/live-client.ts';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { ErrorState } from '../../../ui/cards/states.tsx';
import { RoleNote } from '../../../ui/status/role-note.tsx';
import { may, type SeenDevice } from '../devices/index.ts';
import './firmware-page.css';
import { deviceFirmwareQuery, imagesQuery } from './firmware-queries.ts';
import { HistoryCard } from './history-card.tsx';
import { ImagesCard } from './images-card.tsx';
import { ReachNote } from './reach-note.tsx';
import { RebootCard } from './reboot-card.tsx';
import { ResetCard } from './reset-card.tsx';
import { RolloutCards } from './rollout-cards.tsx';
import { RolloutDialog } from './rollout-dialog.tsx';
import { RunningCard } from './running-card.tsx';

/** The Firmware tab: what the board runs, images, updates over the air, and restarting the board. */
export function FirmwarePage({ device }: { device: SeenDevice }) {
  useWatch([device.espid]);
  useDisplaySettings();
  return may(device, 'own') ? <OwnFirmware device={device} /> : <SharedFirmware device={device} />;
}

/** For a manager: what the board runs and ran, and restarting it. Images and updates are the owner's. */
function SharedFirmware({ device }: { device: SeenDevice }) {
  const { data, error, refetch } = useQuery(deviceFirmwareQuery(device.espid));
  if (!data) {
    if (!error) return <Bones />;
    return (
      <ErrorState title={t`The firmware did not load`} onRetry={() => void refetch()}>
        {failureText(error)}
      </ErrorState>
    );
  }
  return (
    <>
      <RoleNote>{t`Only the owner, ${{ owner: device.owner ?? '' }}, can update this board or wipe its settings.`}</RoleNote>
      <div className="firmware">
        <div className="firmware-main">
          <RunningCard device={device} firmware={data} onUpdate={undefined} />
          <HistoryCard jobs={data.jobs} />
        </div>
        <div className="firmware-side">
          <RebootCard device={device} />
        </div>
      </div>
    </>
  );
}

function OwnFirmware({ device }: { device: SeenDevice }) {
  const firmware = useQuery(deviceFirmwareQuery(device.espid));
  const images = useQuery(imagesQuery);
  // The list of devices leads here with those that were selected there.
  const selected: readonly string[] = useLocation().state?.selected ?? [];
  const [update, setUpdate] = useState<{ imageId: number; alsoChosen: readonly string[] } | null>(null);
  const failed = firmware.error ?? images.error;

  if (!firmware.data || !images.data) {
    if (!failed) return <Bones />;
    const retry = () => void Promise.all([firmware.refetch(), images.refetch()]);
    return (
      <ErrorState title={t`The firmware did not load`} onRetry={retry}>
        {failureText(failed)}
      </ErrorState>
    );
  }
  const chosen = images.data.images.find(({ id }) => id === update?.imageId);
  return (
    <div className="firmware">
      <div className="firmware-main">
        <ReachNote reach={firmware.data.reach} isVirtual={device.virtual} />
        <RunningCard
          device={device}
          firmware={firmware.data}
          onUpdate={(imageId) => setUpdate({ imageId, alsoChosen: [] })}
        />
        <RolloutCards espid={device.espid} />
        <ImagesCard
          device={device}
          list={images.data}
          currentId={firmware.data.current?.id ?? null}
          onUpdate={(imageId) => setUpdate({ imageId, alsoChosen: selected })}
        />
        <HistoryCard jobs={firmware.data.jobs} />
      </div>
      <div className="firmware-side">
        <RebootCard device={device} />
        <ResetCard device={device} />
      </div>
      {chosen && update && (
        <RolloutDialog device={device} image={chosen} alsoChosen={update.alsoChosen} onClose={() => setUpdate(null)} />
      )}
    </div>
  );
}

function Bones() {
  return (
    <div className="firmware" aria-busy="true">
      <span className="sr-only">{t`Loading the firmware`}</span>
      <div className="firmware-main">
        <Skeleton height={110} className="firmware-bone" />
        <Skeleton height={320} className="firmware-bone" />
      </div>
      <div className="firmware-side">
        <Skeleton height={170} className="firmware-bone" />
        <Skeleton height={190} className="firmware-bone" />
      </div>
    </div>
  );
}
