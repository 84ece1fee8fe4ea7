import type { Device, DeviceVisits } from '@cyno/contract';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatClock, formatDate, formatDateTime, formatDuration } from '../../../lib/format/format.ts';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { FewFirst } from './few-first.tsx';
import { visitsQuery } from './sharing-queries.ts';
import { roleNames } from './sharing-text.ts';

type Visit = DeviceVisits['visits'][number];

/** Who looked at the device, and when. */
export function VisitsCard({ device: { espid } }: { device: Device }) {
  const { data, error, refetch } = useQuery(visitsQuery(espid));
  return (
    <SectionCard id="visits" title="Who looked" description="When others opened this device, newest first.">
      {data && data.length > 0 && (
        <FewFirst all={data} what="visits">
          {(visits) => (
            <RowList label="Who looked">
              {visits.map((visit) => (
                <VisitRow key={`${visit.email} ${visit.from}`} visit={visit} />
              ))}
            </RowList>
          )}
        </FewFirst>
      )}
      {data?.length === 0 && (
        <p className="section-note">Nobody but you has looked. When others do, it is listed here.</p>
      )}
      {!data && error && (
        <SectionError onRetry={() => void refetch()}>The visits did not load. {failureText(error)}</SectionError>
      )}
      {!data && !error && <SectionSkeleton rows={2} />}
    </SectionCard>
  );
}

const minuteMs = 60_000;

function VisitRow({ visit: { email, role, from, to } }: { visit: Visit }) {
  const sameDay = formatDate(from) === formatDate(to);
  const end = sameDay ? formatClock(to) : formatDateTime(to);
  const time =
    to - from < minuteMs ? formatDateTime(from) : `${formatDateTime(from)} to ${end}, ${formatDuration(to - from)}`;
  return <Row icon={IconEye} title={email} detail={`${time}, as ${roleNames[role].toLowerCase()}`} />;
}
