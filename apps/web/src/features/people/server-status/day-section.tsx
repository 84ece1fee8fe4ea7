import type { SystemSample, SystemSamples } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatBytes, formatExact } from '../../../lib/format/format.ts';
import { SectionCard, SectionError } from '../../../ui/cards/section-card.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { DayPicture } from './day-picture.tsx';
import { systemSamplesQuery } from './server-calls.ts';

type Figure = keyof SystemSample;

/** How the server was over the last day, minute by minute. */
export function DaySection() {
  const { data, error, isError, refetch } = useQuery(systemSamplesQuery);
  return (
    <SectionCard id="day" title={t`Last 24 hours`} description={t`Measured each minute and stored for 8 days.`}>
      {data ? (
        <Pictures samples={data.samples} />
      ) : isError ? (
        <SectionError onRetry={() => void refetch()}>{failureText(error)}</SectionError>
      ) : (
        <PictureBones />
      )}
    </SectionCard>
  );
}

const perSecond = (perMinute: number) => t`${{ rate: formatExact(perMinute / 60, 1) }} /s`;
const inMs = (ms: number) => `${formatExact(ms, ms < 10 ? 1 : 0)} ms`;
const count = (value: number) => formatExact(value, 0);

function Pictures({ samples }: SystemSamples) {
  const now = samples.at(-1)?.at ?? Date.now();
  const pictures = useMemo(() => {
    const of = (figure: Figure) =>
      samples.flatMap(({ at, [figure]: value }) => (value === null ? [] : [{ at, value: value as number }]));
    return {
      received: of('received'),
      stored: of('stored'),
      lost: of('lost'),
      boards: of('boards'),
      delay: of('delayMs'),
      database: of('databaseMs'),
      memory: of('memoryBytes'),
      disk: of('diskFreeBytes'),
      databaseSize: of('databaseBytes'),
      spool: of('spoolBytes'),
    };
  }, [samples]);
  return (
    <div className="day-pictures">
      <DayPicture title={t`Messages received`} points={pictures.received} now={now} format={perSecond} hue={1} />
      <DayPicture title={t`Messages stored`} points={pictures.stored} now={now} format={perSecond} hue={2} />
      <DayPicture title={t`Messages lost in a minute`} points={pictures.lost} now={now} format={count} hue={5} />
      <DayPicture title={t`Connected boards`} points={pictures.boards} now={now} format={count} hue={3} />
      <DayPicture title={t`Delay of the server`} points={pictures.delay} now={now} format={inMs} hue={4} />
      <DayPicture title={t`Response of the database`} points={pictures.database} now={now} format={inMs} hue={6} />
      <DayPicture title={t`Memory`} points={pictures.memory} now={now} format={formatBytes} hue={7} />
      <DayPicture title={t`Free disk space`} points={pictures.disk} now={now} format={formatBytes} hue={8} />
      <DayPicture
        title={t`Size of the database`}
        points={pictures.databaseSize}
        now={now}
        format={formatBytes}
        hue={1}
      />
      <DayPicture title={t`Messages on the disk`} points={pictures.spool} now={now} format={formatBytes} hue={5} />
    </div>
  );
}

const PictureBones = () => (
  <div className="day-pictures" aria-busy="true">
    {Array.from({ length: 10 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity.
      <Skeleton key={index} height={128} />
    ))}
  </div>
);
