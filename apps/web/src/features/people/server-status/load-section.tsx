import type { ServerLoad } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
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
      title="Load"
      description="How long boards and pages waited in the last minute because the server was busy with something else."
    >
      {load.data ? (
        <Delay load={load.data} />
      ) : load.isError ? (
        <SectionError onRetry={() => void load.refetch()}>{load.error.message}</SectionError>
      ) : (
        <SectionSkeleton rows={1} />
      )}
    </SectionCard>
  );
}

const inMs = (ms: number) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms).toLocaleString('en-US')} ms`;

function Delay({ load: { delay, slowForMinutes } }: { load: ServerLoad }) {
  return (
    <>
      <dl className="server-load num">
        <Figure name="Half of the time at most" ms={delay.p50Ms} />
        <Figure name="99 of 100 times at most" ms={delay.p99Ms} />
        <Figure name="Longest" ms={delay.maxMs} />
      </dl>
      {slowForMinutes !== null && (
        <FormNote kind="error">
          The server has been slow for {slowForMinutes} minutes: one time in a hundred it keeps everybody waiting for
          more than 20 ms. Look in the logs for an account or an address that is refused again and again, and give the
          server a faster processor if there is none.
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
