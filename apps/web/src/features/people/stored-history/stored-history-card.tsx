import type { DeviceSizes } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatBytes } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { NewDevicesNote } from './new-devices-note.tsx';
import { SizeTable } from './size-table.tsx';
import { storedHistoryQuery } from './stored-history-queries.ts';

const firstRows = 5;

/** What the history of the account's devices takes now, and what it will in a year. */
export function StoredHistoryCard() {
  const { data, error, isError, refetch } = useQuery(storedHistoryQuery);
  return (
    <SectionCard id="stored-history" title={t`Stored history`} description={data?.sizes && summaryOf(data.sizes)}>
      {data ? (
        data.sizes ? (
          <Sizes sizes={data.sizes} />
        ) : (
          <p className="section-note">{t`There is too much history to count it in time. Nothing is wrong with it.`}</p>
        )
      ) : isError ? (
        <SectionError onRetry={() => void refetch()}>{failureText(error)}</SectionError>
      ) : (
        <SectionSkeleton rows={3} />
      )}
    </SectionCard>
  );
}

/** What all devices take, in a sentence; undefined where there are none whose year is known. */
function summaryOf(sizes: DeviceSizes): string | undefined {
  const { devices, otherDevices, newDevices, bytes, yearBytes, addedBytes } = sizes;
  if (devices.length + otherDevices === newDevices) return undefined;
  if (bytes === null || yearBytes === null)
    return t`A year adds about ${{ added: formatBytes(addedBytes) }} at the present rate.`;
  return t`${{ now: formatBytes(bytes) }} now, about ${{ inAYear: formatBytes(yearBytes) }} in a year at the present rate.`;
}

function Sizes({ sizes: { devices, otherDevices, newDevices } }: { sizes: DeviceSizes }) {
  const [showsAll, setShowsAll] = useState(false);
  if (devices.length + otherDevices === 0) return <p className="section-note">{t`You have no devices yet.`}</p>;
  const visible = showsAll ? devices : devices.slice(0, firstRows);
  return (
    <>
      {visible.length > 0 && <SizeTable caption={t`Stored history of your devices`} sizes={visible} />}
      {visible.length < devices.length && (
        <div className="section-actions">
          <Button onClick={() => setShowsAll(true)}>{t`Show all ${{ count: devices.length }}`}</Button>
        </div>
      )}
      {visible.length === devices.length && otherDevices > 0 && (
        <p className="section-note">
          {plural(otherDevices, {
            one: '# more device stores less in a day and is not listed.',
            other: '# more devices store less in a day and are not listed.',
          })}
        </p>
      )}
      <NewDevicesNote count={newDevices} />
    </>
  );
}
