import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { SectionCard, SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { deviceGroupsQuery, useBulkAction } from '../device-groups/index.ts';

const noGroup = 'none';

/** The group of the list that the device is in. */
export function GroupCard({ device }: { device: Device }) {
  return (
    <SectionCard
      id="group"
      title={t`Group`}
      description={t`Shows this device with others of the same house, field or customer.`}
    >
      <GroupChoice device={device} />
    </SectionCard>
  );
}

function GroupChoice({ device: { espid, groupId } }: { device: Device }) {
  const groups = useQuery(deviceGroupsQuery);
  const toasts = useToasts();
  const move = useBulkAction();
  if (groups.error && !groups.data) {
    return <SectionError onRetry={() => void groups.refetch()}>{failureText(groups.error)}</SectionError>;
  }
  if (!groups.data) return <SectionSkeleton rows={1} />;
  if (groups.data.length === 0) {
    return <p className="section-note">{t`No groups yet. Create one in the device list, under Views.`}</p>;
  }
  const options = [
    { id: noGroup, label: t`No group` },
    ...groups.data.map(({ id, name }) => ({ id: String(id), label: name })),
  ];
  const choose = (id: string) =>
    move.mutate(
      { devices: [espid], action: { kind: 'change', groupId: id === noGroup ? null : Number(id) } },
      { onSuccess: () => toasts.add({ kind: 'success', title: t`Group saved` }) },
    );
  return (
    <div className="device-settings-choice">
      <SelectField
        label={t`Group`}
        hideLabel
        size="large"
        options={options}
        value={groupId === null ? noGroup : String(groupId)}
        onChange={choose}
      />
      {move.isError && (
        <p className="device-settings-error" role="alert">
          {failureText(move.error)}
        </p>
      )}
    </div>
  );
}
