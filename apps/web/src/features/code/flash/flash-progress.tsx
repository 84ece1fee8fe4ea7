import { t } from '@lingui/core/macro';
import { useNow } from '../../../lib/browser/use-now.ts';
import { formatBytes, formatDuration } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ProgressBar } from '../../../ui/status/progress-bar.tsx';
import type { Progress } from './loader/flash-session.ts';

type FlashProgressProps = { progress: Progress; isCancelling: boolean; onCancel: () => void };

function phaseText({ phase, index, parts }: Progress): string {
  if (phase === 'erasing') return t`Erasing the flash memory. This takes up to a minute.`;
  if (phase === 'verifying') return t`Checking what was written…`;
  if (phase === 'restarting') return t`Restarting the board…`;
  return parts > 1 ? t`Writing part ${{ part: index + 1 }} of ${parts}…` : t`Writing…`;
}

/** Before that nobody knows how long it takes. */
const guessFrom = 0.05;

/** How far writing has come, in bytes and time. */
export function FlashProgress({ progress, isCancelling, onCancel }: FlashProgressProps) {
  const { phase, writtenBytes, totalBytes, startedAt } = progress;
  const now = useNow(1000);
  const share = totalBytes > 0 ? writtenBytes / totalBytes : 0;
  const elapsedMs = Math.max(0, now - startedAt);
  const leftMs = phase === 'writing' && share > guessFrom ? elapsedMs * (1 / share - 1) : null;
  return (
    <div className="flash-progress">
      <p role="status">{isCancelling ? t`Cancelling…` : phaseText(progress)}</p>
      <ProgressBar label={t`Flashing`} percent={Math.round(share * 100)} />
      <p className="flash-progress-figures">
        <span>{t`${{ written: formatBytes(writtenBytes) }} of ${{ total: formatBytes(totalBytes) }}`}</span>
        <span>{formatDuration(elapsedMs)}</span>
        {leftMs !== null && <span>{t`about ${{ duration: formatDuration(Math.max(1000, leftMs)) }} left`}</span>}
      </p>
      <p className="flash-note">{t`Keep the cable connected and this page open.`}</p>
      <div className="section-actions">
        <Button onClick={onCancel} busy={isCancelling} disabled={phase === 'restarting'}>
          {t`Cancel`}
        </Button>
      </div>
    </div>
  );
}
