import type { Device, DeviceVisits } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatClock, formatDate, formatDateTime, formatDuration } from '../../../lib/format/format.ts';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { FewFirst } from './few-first.tsx';
import { visitsQuery } from './sharing-queries.ts';
import { roleName } from './sharing-text.ts';

type Visit = DeviceVisits['visits'][number];

/** Who looked at the device, and when. */
export function VisitsCard({ device: { espid } }: { device: Device }) {
  const { data, error, refetch } = useQuery(visitsQuery(espid));
  return (
    <SectionCard id="visits" title={t`Recent views`} description={t`When others opened this device, newest first.`}>
      {data && data.length > 0 && (
        <FewFirst all={data} allLabel={t`Show all ${{ count: data.length }} views`}>
          {(visits) => (
            <RowList label={t`Recent views`}>
              {visits.map((visit) => (
                <VisitRow key={`${visit.email} ${visit.from}`} visit={visit} />
              ))}
            </RowList>
          )}
        </FewFirst>
      )}
      {data?.length === 0 && <p className="section-note">{t`No one else has opened this device yet.`}</p>}
      {!data && error && (
        <SectionError
          onRetry={() => void refetch()}
        >{t`The views did not load. ${{ why: failureText(error) }}`}</SectionError>
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
    to - from < minuteMs
      ? formatDateTime(from)
      : t`${{ start: formatDateTime(from) }} to ${end} (${{ duration: formatDuration(to - from) }})`;
  return <Row icon={IconEye} title={email} detail={`${time} · ${roleName(role)}`} />;
}
