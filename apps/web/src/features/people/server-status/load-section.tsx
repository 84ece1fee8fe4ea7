import type { ServerLoad } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatExact } from '../../../lib/format/format.ts';
import { SectionCard, SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import './load-section.css';
import { serverLoadQuery } from './server-calls.ts';

/** How quickly the server responds, and what to do when it does not. */
export function LoadSection() {
  const load = useQuery(serverLoadQuery);
  return (
    <SectionCard
      id="load"
      title={t`Load`}
      description={t`How long boards and pages waited for the server in the last minute.`}
    >
      {load.data ? (
        <Delay load={load.data} />
      ) : load.isError ? (
        <SectionError onRetry={() => void load.refetch()}>{failureText(load.error)}</SectionError>
      ) : (
        <SectionSkeleton rows={1} />
      )}
    </SectionCard>
  );
}

const inMs = (ms: number) => `${ms < 10 ? ms.toFixed(1) : formatExact(Math.round(ms))} ms`;

function Delay({ load: { delay, slowForMinutes } }: { load: ServerLoad }) {
  return (
    <>
      <dl className="server-load num">
        <Figure name={t`Half of all requests`} ms={delay.p50Ms} />
        <Figure name={t`99 of 100 requests`} ms={delay.p99Ms} />
        <Figure name={t`Longest`} ms={delay.maxMs} />
      </dl>
      {slowForMinutes !== null && (
        <FormNote kind="error">
          {t`The server has been slow for ${slowForMinutes} minutes. Look in the logs for an account or an address that the server refuses again and again. If there is none, the server needs a faster processor.`}
        </FormNote>
      )}
    </>
  );
}

function Figure({ name, ms }: { name: string; ms: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{inMs(ms)}</dd>
    </div>
  );
}
