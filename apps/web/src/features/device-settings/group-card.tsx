import type { Device } from '@cyno/contract';
import { useBulkAct, useDeviceGroups } from '../../lib/device-groups.ts';
import { failureText } from '../../lib/failure-text.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useToasts } from '../../ui/toast.tsx';

const noGroup = 'none';

/** The group of the list that the device is in. */
export function GroupCard({ device: { espid, groupId } }: { device: Device }) {
  const groups = useDeviceGroups();
  const toasts = useToasts();
  const move = useBulkAct();
  const options = [
    { id: noGroup, label: 'In no group' },
    ...groups.map(({ id, name }) => ({ id: String(id), label: name })),
  ];
  const choose = (id: string) =>
    move.mutate(
      { devices: [espid], act: { kind: 'change', groupId: id === noGroup ? null : Number(id) } },
      { onSuccess: () => toasts.add({ kind: 'success', title: 'Group saved' }) },
    );
  return (
    <SectionCard
      id="group"
      title="Group"
      description="A house, a field or a customer. The list of devices can be shown by group."
    >
      {groups.length === 0 ? (
        <p className="section-note">There is no group yet. Make one in the list of devices, under Views.</p>
      ) : (
        <div className="device-settings-choice">
          <SelectField
            label="Group"
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
      )}
    </SectionCard>
  );
}
