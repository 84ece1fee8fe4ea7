import { useNow } from '../../../lib/browser/use-now.ts';
import { formatBytes, formatDuration } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ProgressBar } from '../../../ui/status/progress-bar.tsx';
import type { Progress } from './loader/flash-session.ts';

type FlashProgressProps = { progress: Progress; isCancelling: boolean; onCancel: () => void };

const labels: Readonly<Record<Progress['phase'], string>> = {
  erasing: 'Erasing the whole flash memory, which takes up to a minute',
  writing: 'Writing',
  verifying: 'The board compares what it has',
  restarting: 'Restarting the board',
};
/** Before that nobody knows how long it takes. */
const guessFrom = 0.05;

/** How far writing has come, in bytes and time. */
export function FlashProgress({ progress, isCancelling, onCancel }: FlashProgressProps) {
  const { phase, index, parts, writtenBytes, totalBytes, startedAt } = progress;
  const now = useNow(1000);
  const share = totalBytes > 0 ? writtenBytes / totalBytes : 0;
  const elapsedMs = Math.max(0, now - startedAt);
  const leftMs = phase === 'writing' && share > guessFrom ? elapsedMs * (1 / share - 1) : null;
  const ofMany = parts > 1 ? ` part ${index + 1} of ${parts}` : '';
  return (
    <div className="flash-progress">
      <p role="status">{isCancelling ? 'Cancelling…' : `${labels[phase]}${phase === 'writing' ? ofMany : ''}…`}</p>
      <ProgressBar label="Flashing" percent={Math.round(share * 100)} />
      <p className="flash-progress-figures">
        <span>
          {formatBytes(writtenBytes)} of {formatBytes(totalBytes)}
        </span>
        <span>{formatDuration(elapsedMs)}</span>
        {leftMs !== null && <span>about {formatDuration(Math.max(1000, leftMs))} left</span>}
      </p>
      <p className="flash-note">Leave the cable in and this page open.</p>
      <div className="section-actions">
        <Button onClick={onCancel} busy={isCancelling} disabled={phase === 'restarting'}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
