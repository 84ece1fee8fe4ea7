import type { FirmwareJob } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { openStates } from './firmware-queries.ts';
import { imageText, reasonText, stateText } from './firmware-text.ts';

/** The updates of a board that are over, each with what came of it. */
export function HistoryCard({ jobs }: { jobs: readonly FirmwareJob[] }) {
  const over = jobs.filter(({ state }) => !openStates.has(state));
  if (over.length === 0) return null;
  return (
    <SectionCard id="history" title={t`Updates of this board`}>
      <RowList label={t`Updates of this board`}>
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
                  {t`${{ time: formatDateTime(job.finishedAt ?? job.createdAt) }}, by ${{ person: job.by }}`}
                  {job.image.id === null && ` · ${t`file deleted`}`}
                  {job.reason !== null && (
                    <>
                      <br />
                      {reasonText(job.reason)}
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
