import type { BackupProgress, Backups } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Card } from '../../../ui/cards/card.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { ProgressBar } from '../../../ui/status/progress-bar.tsx';

/** How far the backup is that is being made, or that the last one failed. */
export function BackupRun({ running, lastRun }: Pick<Backups, 'running' | 'lastRun'>) {
  if (running) return <Running progress={running.progress} />;
  return <LastFailure lastRun={lastRun} />;
}

/** That the last backup failed, and why; nothing after one that was made. */
export function LastFailure({ lastRun }: Pick<Backups, 'lastRun'>) {
  if (!lastRun?.failure) return null;
  const time = formatDateTime(lastRun.endedAt);
  return (
    <FormNote kind="error">
      {t`The last backup failed on ${time}:`} {lastRun.failure.error}
    </FormNote>
  );
}

function Running({ progress }: { progress: BackupProgress | null }) {
  const text = progress ? phases[progress.phase]() : t`Beginning…`;
  return (
    <Card className="section backup-run">
      <p>{text}</p>
      <ProgressBar label={t`Progress of the backup`} percent={percentOf(progress)} />
    </Card>
  );
}

const phases: Readonly<Record<BackupProgress['phase'], () => string>> = {
  copying: () => t`Copying the database…`,
  summing: () => t`Counting what the tables hold…`,
  fetching: () => t`Fetching the backup…`,
  unpacking: () => t`Restoring the backup beside the server…`,
  recovering: () => t`Starting the restored database…`,
  comparing: () => t`Comparing each table…`,
  storing: () => t`Storing the backup…`,
};

/** Each phase has a part of the bar. */
const parts: Readonly<Record<BackupProgress['phase'], readonly [from: number, to: number]>> = {
  copying: [0, 45],
  summing: [45, 60],
  fetching: [60, 60],
  unpacking: [60, 75],
  recovering: [75, 80],
  comparing: [80, 95],
  storing: [95, 100],
};

function percentOf(progress: BackupProgress | null): number {
  if (!progress) return 0;
  const [from, to] = parts[progress.phase];
  return Math.round(from + (to - from) * (progress.all > 0 ? progress.done / progress.all : 0));
}
