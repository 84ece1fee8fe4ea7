import type { ServerDisk, StoredHistory } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { formatBytes, formatExact } from '../../../lib/format/format.ts';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { AllStoredHistory } from '../stored-history/index.ts';
import { Figure, Figures } from './figures.tsx';

type HistorySectionProps = {
  history: StoredHistory;
  /** The disks of the history, none where they are not known. */
  disks: readonly ServerDisk[];
};

/** How much history there is, how small it became, and what takes it. */
export function HistorySection({ history, disks }: HistorySectionProps) {
  const { packedMessages, packedBytes, rowMessages, rowBytes, rollupBytes, refusedHours, damagedHours } = history;
  const inSize = (messages: number, bytes: number) =>
    t`${{ messages: formatExact(Math.round(messages)) }} in ${{ size: formatBytes(bytes) }}`;
  return (
    <SectionCard
      id="history"
      title={t`Stored history`}
      description={t`Messages are packed six hours after the hour they belong to. Every value stays exactly as it was.`}
    >
      <Figures>
        <Figure name={t`Packed messages`}>
          {packedMessages === 0 ? t`None yet` : inSize(packedMessages, packedBytes)}
        </Figure>
        <Figure name={t`Not packed yet, about`}>{inSize(rowMessages, rowBytes)}</Figure>
        <Figure name={t`Averages and extremes`}>{formatBytes(rollupBytes)}</Figure>
        {packedMessages > 0 && (
          <Figure name={t`Bytes per packed message`}>
            {formatExact(Number((packedBytes / packedMessages).toFixed(1)))}
          </Figure>
        )}
      </Figures>
      {refusedHours > 0 && (
        <p className="section-note">
          {plural(refusedHours, {
            one: '# hour could not be packed and stays as it is. The server log shows the reason.',
            other: '# hours could not be packed and stay as they are. The server log shows the reason.',
          })}
        </p>
      )}
      {damagedHours > 0 && (
        <p className="section-note">
          {plural(damagedHours, {
            one: '# hour is damaged and is left out of charts and exports. The server log names it; a backup may have it.',
            other:
              '# hours are damaged and are left out of charts and exports. The server log names them; a backup may have them.',
          })}
        </p>
      )}
      <AllStoredHistory freeBytes={diskOf(disks)?.freeBytes ?? null} />
    </SectionCard>
  );
}

/** The disk of the database; it has none of its own where it lies in the data folder. */
const diskOf = (disks: readonly ServerDisk[]) =>
  disks.find(({ name }) => name === 'database') ?? disks.find(({ name }) => name === 'data folder');
