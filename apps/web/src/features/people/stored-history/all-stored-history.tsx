import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatBytes } from '../../../lib/format/format.ts';
import { SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { NewDevicesNote } from './new-devices-note.tsx';
import { SizeTable } from './size-table.tsx';
import { allStoredHistoryQuery } from './stored-history-queries.ts';

type AllStoredHistoryProps = {
  /** On the disk of the history, bytes; null: not known. */
  freeBytes: number | null;
};

/** What the history of all devices will add in a year beside what is free, and the devices that take most. */
export function AllStoredHistory({ freeBytes }: AllStoredHistoryProps) {
  const { data, error, isError, refetch } = useQuery(allStoredHistoryQuery);
  if (!data)
    return isError ? (
      <SectionError onRetry={() => void refetch()}>{failureText(error)}</SectionError>
    ) : (
      <SectionSkeleton rows={3} />
    );
  if (!data.sizes)
    return (
      <p className="section-note">{t`There is too much history to count it by device in time. Nothing is wrong with it.`}</p>
    );
  const { devices, otherDevices, addedBytes, newDevices } = data.sizes;
  if (devices.length + otherDevices === 0) return null;
  return (
    <>
      {newDevices < devices.length + otherDevices && <p>{forecastOf(addedBytes, freeBytes)}</p>}
      {devices.length > 0 && <SizeTable caption={t`Devices whose history takes most`} sizes={devices} />}
      <NewDevicesNote count={newDevices} />
    </>
  );
}

function forecastOf(addedBytes: number, freeBytes: number | null): string {
  const added = formatBytes(addedBytes);
  if (freeBytes === null) return t`A year adds about ${added} at the present rate.`;
  const free = formatBytes(freeBytes);
  return addedBytes > freeBytes
    ? t`A year adds about ${added} at the present rate. Only ${free} of disk space is free.`
    : t`A year adds about ${added} at the present rate. ${free} of disk space is free.`;
}
