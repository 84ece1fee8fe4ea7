import type { Rollout } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconPlayerStop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { ProgressBar } from '../../../ui/status/progress-bar.tsx';
import { nameInLanguage } from '../devices/index.ts';
import { isUnderWay, rolloutsQuery, useStopRollout } from './firmware-queries.ts';
import { imageText, progressText, reasonText, stateText } from './firmware-text.ts';

/** The rollouts to several boards that are under way, and the newest one of this board when it was stopped. */
export function RolloutCards({ espid }: { espid: string }) {
  const { data = [] } = useQuery(rolloutsQuery(espid));
  const newest = data.find(({ jobs }) => jobs.length > 1 && jobs.some((job) => job.espid === espid));
  const isOfThisBoard = ({ jobs }: Rollout) => jobs.every((job) => job.espid === espid);
  const visible = data.filter(
    (rollout) =>
      (isUnderWay(rollout) && !isOfThisBoard(rollout)) || (rollout === newest && rollout.state === 'stopped'),
  );
  return visible.map((rollout) => <RolloutCard key={rollout.id} rollout={rollout} />);
}

function RolloutCard({ rollout }: { rollout: Rollout }) {
  const stop = useStopRollout();
  const { jobs, image } = rollout;
  const canStop = jobs.some((job) => job.state === 'waiting' || job.state === 'offered');
  return (
    <SectionCard
      id={`rollout-${rollout.id}`}
      title={t`Rollout of ${{ firmware: imageText(image) }}`}
      description={summaryOf(rollout)}
      actions={
        canStop && (
          <Button icon={IconPlayerStop} busy={stop.isPending} onClick={() => stop.mutate(rollout.id)}>
            {t`Stop`}
          </Button>
        )
      }
    >
      {stop.isError && (
        <p className="firmware-wrong" role="alert">
          {failureText(stop.error)}
        </p>
      )}
      <RowList label={t`Boards in the rollout of ${{ firmware: imageText(image) }}`}>
        {jobs.map((job) => {
          const { tone, text } = stateText(job);
          return (
            <Row
              key={job.id}
              title={nameInLanguage(job.deviceName)}
              badge={
                <Badge tone={tone} shape="tag">
                  {text}
                </Badge>
              }
              detail={
                <>
                  {job.state === 'downloading' && (
                    <ProgressBar
                      label={t`Update of ${{ device: nameInLanguage(job.deviceName) }}`}
                      percent={job.percent}
                    />
                  )}
                  {progressText(job)}
                </>
              }
            />
          );
        })}
      </RowList>
    </SectionCard>
  );
}

function summaryOf({ jobs, strategy, state, reason }: Rollout): string {
  const failed = jobs.find((job) => job.state === 'failed');
  if (state === 'stopped')
    return failed
      ? t`Stopped: the update of ${{ device: nameInLanguage(failed.deviceName) }} failed.`
      : reasonText(reason ?? '');
  const over = jobs.filter((job) => job.finishedAt !== null).length;
  const done = t`${over} of ${{ total: jobs.length }} done.`;
  if (jobs.length === 1) return done;
  return strategy === 'all'
    ? t`${done} Stops at the first failure.`
    : t`${done} The others follow when the first one succeeds.`;
}
