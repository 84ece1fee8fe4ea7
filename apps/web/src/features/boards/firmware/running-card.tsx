import type { Device, DeviceFirmware, FirmwareJob } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconArrowBackUp, IconPlayerStop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { ProgressBar } from '../../../ui/status/progress-bar.tsx';
import { openStates, rolloutsQuery, useStopRollout } from './firmware-queries.ts';
import { imageText, progressText, stateText } from './firmware-text.ts';

type RunningCardProps = {
  device: Device;
  firmware: DeviceFirmware;
  /** Undefined for who may not update the board. */
  onUpdate: ((imageId: number) => void) | undefined;
};

/** What the board runs, and the update that is under way. */
export function RunningCard({
  device,
  firmware: { current, currentSince, previous, jobs },
  onUpdate,
}: RunningCardProps) {
  const running = jobs.find(({ state }) => openStates.has(state));
  const previousId = previous?.id ?? null;
  return (
    <SectionCard
      id="running"
      title={t`On this board`}
      actions={
        onUpdate &&
        previous &&
        previousId !== null &&
        !running && (
          <Button icon={IconArrowBackUp} onClick={() => onUpdate(previousId)}>
            {t`Go back to ${{ firmware: imageText(previous) }}`}
          </Button>
        )
      }
    >
      <div className="firmware-now">
        <p className="firmware-now-name">{current ? imageText(current) : t`Firmware not known`}</p>
        <p className="firmware-quiet">
          {device.firmware !== null && `${t`Library version ${{ version: device.firmware }}.`} `}
          {currentSince
            ? t`Updated over the air ${{ time: formatDateTime(currentSince) }}. A later update by cable is not reported.`
            : t`Not updated over the air yet.`}
        </p>
      </div>
      {running && <UnderWay job={running} canUpdate={onUpdate !== undefined} />}
    </SectionCard>
  );
}

function UnderWay({ job, canUpdate }: { job: FirmwareJob; canUpdate: boolean }) {
  const stop = useStopRollout();
  const { tone, text } = stateText(job);
  const hasNotBegun = job.state === 'waiting' || job.state === 'offered';
  const rollouts = useQuery({ ...rolloutsQuery(job.espid), enabled: canUpdate }).data;
  // What stops several boards stands at their rollout, with their names.
  const isAlone = rollouts?.find(({ id }) => id === job.rolloutId)?.jobs.length === 1;
  return (
    <div className="firmware-under-way">
      <p className="firmware-next">
        {imageText(job.image)}
        <Badge tone={tone} shape="tag">
          {text}
        </Badge>
      </p>
      {!hasNotBegun && <ProgressBar label={t`Update to ${{ firmware: imageText(job.image) }}`} percent={job.percent} />}
      <p className="firmware-quiet" aria-live="polite">
        {progressText(job)}
      </p>
      {canUpdate && hasNotBegun && isAlone && (
        <Button
          className="firmware-stop"
          icon={IconPlayerStop}
          busy={stop.isPending}
          onClick={() => stop.mutate(job.rolloutId)}
        >
          {t`Stop`}
        </Button>
      )}
      {stop.isError && (
        <p className="firmware-wrong" role="alert">
          {failureText(stop.error)}
        </p>
      )}
    </div>
  );
}
