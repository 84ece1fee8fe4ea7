import type { FirmwareJob } from '@cyno/contract';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { openStates } from './firmware-queries.ts';
import { imageText, stateText } from './firmware-text.ts';

/** The updates of a board that are over, each with what came of it. */
export function HistoryCard({ jobs }: { jobs: readonly FirmwareJob[] }) {
  const over = jobs.filter(({ state }) => !openStates.has(state));
  if (over.length === 0) return null;
  return (
    <SectionCard id="history" title="Updates of this board">
      <RowList label="Updates of this board">
        {over.map((job) => {
          const { tone, text } = stateText(job);
          return (
            <Row
              key={job.id}
              title={imageText(job.image)}
              badge={
                <Badge tone={tone} shape="tag">
                  {text}
                </Badge>
              }
              detail={
                <>
                  {formatDateTime(job.finishedAt ?? job.createdAt)}, by {job.by}
                  {job.image.id === null && ', image deleted since'}
                  {job.reason !== null && (
                    <>
                      <br />
                      {job.reason}
                    </>
                  )}
                </>
              }
            />
          );
        })}
      </RowList>
    </SectionCard>
  );
}
