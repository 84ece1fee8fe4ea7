import type { FutureRows, ServerStatus } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconClockExclamation } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDateTime, formatDuration, formatExact } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { RemoveFutureDialog } from './remove-future-dialog.tsx';

type ClockSectionProps = Pick<ServerStatus, 'now' | 'clock'>;

/** What the clock of the server shows, when it was set, and what a wrong one left behind. */
export function ClockSection({ now, clock: { jumps, future } }: ClockSectionProps) {
  const [pendingRows, setPendingRows] = useState<FutureRows>();
  return (
    <SectionCard id="clock" title={t`Clock`} description={t`Messages get their time from the clock of this machine.`}>
      <dl className="server-figures">
        <div>
          <dt>{t`Time of the server`}</dt>
          <dd>{formatDateTime(now, { seconds: true })}</dd>
        </div>
        <div>
          <dt>{t`Messages dated in the future`}</dt>
          <dd>{future === null ? t`Not known` : formatExact(future.rows)}</dd>
        </div>
      </dl>
      {future !== null && future.rows > 0 && (
        <div className="section-actions">
          <Button onClick={() => setPendingRows(future)}>{t`Remove messages from the future…`}</Button>
        </div>
      )}
      {jumps.length > 0 && (
        <RowList label={t`Jumps of the clock`}>
          {jumps.map(({ at, byMs }) => (
            <Row
              key={at}
              icon={IconClockExclamation}
              title={
                byMs > 0
                  ? t`Jumped ahead by ${{ duration: formatDuration(byMs) }}`
                  : t`Jumped back by ${{ duration: formatDuration(-byMs) }}`
              }
              detail={t`It showed ${{ time: formatDateTime(at, { seconds: true }) }} afterwards.`}
            />
          ))}
        </RowList>
      )}
      {pendingRows && <RemoveFutureDialog future={pendingRows} now={now} onClose={() => setPendingRows(undefined)} />}
    </SectionCard>
  );
}
