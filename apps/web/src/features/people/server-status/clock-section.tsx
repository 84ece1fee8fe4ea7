import type { FutureRows, ServerStatus } from '@cyno/contract';
import { IconClockExclamation } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDateTime, formatDuration } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { RemoveFutureDialog } from './remove-future-dialog.tsx';

type ClockSectionProps = Pick<ServerStatus, 'now' | 'clock'>;

/** What the clock of the server shows, when it was set, and what a wrong one left behind. */
export function ClockSection({ now, clock: { jumps, future } }: ClockSectionProps) {
  const [pendingRows, setPendingRows] = useState<FutureRows>();
  return (
    <SectionCard id="clock" title="Clock" description="Every message is dated by the clock of this machine.">
      <dl className="server-figures">
        <div>
          <dt>The server says it is</dt>
          <dd>{formatDateTime(now, { seconds: true })}</dd>
        </div>
        <div>
          <dt>Messages dated later than now</dt>
          <dd>{future === null ? 'Not known' : future.rows.toLocaleString('en-US')}</dd>
        </div>
      </dl>
      {future !== null && future.rows > 0 && (
        <div className="section-actions">
          <Button onClick={() => setPendingRows(future)}>Remove messages of the future…</Button>
        </div>
      )}
      {jumps.length > 0 && (
        <RowList label="Jumps of the clock">
          {jumps.map(({ at, byMs }) => (
            <Row
              key={at}
              icon={IconClockExclamation}
              title={`Jumped ${byMs > 0 ? 'ahead' : 'back'} by ${formatDuration(Math.abs(byMs))}`}
              detail={`It showed ${formatDateTime(at, { seconds: true })} afterwards.`}
            />
          ))}
        </RowList>
      )}
      {pendingRows && <RemoveFutureDialog future={pendingRows} now={now} onClose={() => setPendingRows(undefined)} />}
    </SectionCard>
  );
}
